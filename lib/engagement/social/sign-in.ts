import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { hash } from "#core/seal.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type {
  ConnectSocialAccount,
  SelectSocialDestination,
  SignIn,
  SocialConnection,
  SocialConnectionStarted,
} from "./account-schema.ts";
import { requireApp } from "./apps.ts";
import { SOCIAL } from "./errors.ts";
import { completeSignIn, EXPIRED_MESSAGE } from "./finish-sign-in.ts";
import type { Candidate } from "./port.ts";
import { networkOf } from "./registry.ts";
import { openText, sealText } from "./sealing.ts";
import { callbackUrl, newState, SIGN_IN_LIFETIME } from "./sign-in-state.ts";
import { accounts, signIns } from "./table.ts";

export async function connectAccount(
  ctx: Context,
  storeId: string,
  { provider_type, return_url }: z.output<typeof ConnectSocialAccount>,
): Promise<z.output<typeof SocialConnectionStarted>> {
  const app = await requireApp(provider_type);
  const tenant = await getTenant(ctx, storeId);
  const back = checkReturnUrl(tenant, "return_url", return_url) || null;
  const id = newId("sat", ctx.clock());
  const state = await newState(storeId, id, provider_type);
  const verifier = randomBytes(32).toString("base64url");
  const now = ctx.now();
  const signIn: SignIn = {
    id,
    store_id: storeId,
    person_id: person(ctx).id,
    provider_type,
    status: "pending",
    state_hash: hash(state),
    verifier: await sealText(verifier, storeId, id),
    return_url: back,
    options: [],
    tokens: null,
    social_account_id: null,
    candidate_id: null,
    message: "Waiting for the sign-in at the network.",
    created_at: now,
    expires_at: now + SIGN_IN_LIFETIME,
  };
  const network = await networkOf(provider_type);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const authorization_url = network.authorizationUrl(app, {
    storeId,
    state,
    redirectUri: callbackUrl(provider_type),
    challenge,
  });
  const answer = { authorization_url, state, attempt_id: id, expires_at: signIn.expires_at };
  return transact(ctx, [signIns.create(signIn)], answer);
}

/** A sign-in and its status, for the person who started it. */
export async function getConnection(ctx: Context, storeId: string, id: string): Promise<SocialConnection> {
  return view(ctx, await ownSignIn(ctx, storeId, id));
}

export async function selectDestination(
  ctx: Context,
  storeId: string,
  { provider_type, attempt_id, candidate_id }: z.output<typeof SelectSocialDestination>,
): Promise<SocialConnection> {
  const found = await ownSignIn(ctx, storeId, attempt_id);
  if (found.provider_type !== provider_type) throw SOCIAL.ATTEMPT_NOT_FOUND();
  if (found.status === "connected") {
    if (found.candidate_id === candidate_id) return view(ctx, found);
    throw SOCIAL.ALREADY_SELECTED();
  }
  if (found.status !== "selection_required" || found.tokens === null || found.expires_at <= ctx.now()) {
    throw SOCIAL.ATTEMPT_EXPIRED();
  }
  const candidates: Candidate[] = JSON.parse(await openText(found.tokens, storeId, attempt_id));
  const chosen = candidates.find(({ destination }) => destination.external_account_id === candidate_id);
  if (!chosen) throw SOCIAL.ATTEMPT_NOT_FOUND();
  return view(ctx, await completeSignIn(ctx, found, chosen));
}

async function getSignIn(storeId: string, id: string): Promise<Stored<SignIn>> {
  return signIns.get({ store_id: storeId, id }, SOCIAL.ATTEMPT_NOT_FOUND());
}

async function ownSignIn(ctx: Context, storeId: string, id: string): Promise<Stored<SignIn>> {
  const found = await getSignIn(storeId, id);
  if (found.person_id !== person(ctx).id) throw SOCIAL.ATTEMPT_NOT_FOUND();
  return found;
}

async function view(ctx: Context, found: SignIn): Promise<SocialConnection> {
  const open = ["pending", "exchanging", "selection_required"].includes(found.status);
  const expired = open && found.expires_at <= ctx.now();
  const status = expired ? "failed" : found.status === "exchanging" ? "pending" : found.status;
  const { store_id, provider_type, id: attempt_id, social_account_id } = found;
  const account = social_account_id
    ? await accounts.find({ store_id, id: social_account_id }, ctx)
    : undefined;
  return {
    status,
    store_id,
    provider_type,
    attempt_id,
    ...(social_account_id ? { social_account_id } : {}),
    ...(account ? { destination: account.destination } : {}),
    options: status === "selection_required" ? found.options : [],
    message: expired ? EXPIRED_MESSAGE : found.message,
  };
}
