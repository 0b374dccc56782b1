import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import type { RawReply } from "#core/http/reply.ts";
import { newId } from "#core/id.ts";
import { hash } from "#core/seal.ts";
import { openToken, sealToken } from "#core/sealed-token.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { roleOf } from "#lib/tenancy/access/authenticate.ts";
import { allows } from "#lib/tenancy/access/authorize.ts";
import { returnAddress } from "#lib/tenancy/tenants/origins.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type {
  ConnectAccount,
  Connecting,
  ConnectionAttempt,
  SelectDestination,
  SignIn,
} from "./account-schema.ts";
import { appOf } from "./apps.ts";
import { connect } from "./connect.ts";
import { SOCIAL } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { type Candidate, NetworkError } from "./port.ts";
import { networkOf } from "./registry.ts";
import { PROVIDER_TYPES, type ProviderType } from "./schema.ts";
import { openHandle, sealHandle } from "./sealing.ts";
import { signInPage } from "./sign-in-page.ts";
import { accounts, signIns } from "./table.ts";

/** Seconds that a sign-in lasts, and that a choice may take once it is to be made. */
const LIFETIME = 600;
const STATE = "social-state";
/** Store, sign-in, and what makes it another each time. */
const StateOf = z.tuple([z.string(), z.string(), z.string()]);
const MAX_OPTIONS = 100;

/** Begins a sign-in at a network. */
export async function connectAccount(
  ctx: Context,
  storeId: string,
  { provider_type, return_url }: z.output<typeof ConnectAccount>,
): Promise<z.output<typeof Connecting>> {
  const app = await appOf(provider_type);
  const tenant = await getTenant(ctx, storeId);
  const back = returnAddress(tenant, "return_url", return_url) || null;
  const id = newId("sat", ctx.clock());
  const state = await sealToken(STATE, [storeId, id, randomBytes(16).toString("base64url")], provider_type);
  const verifier = randomBytes(32).toString("base64url");
  const now = ctx.now();
  const signIn: SignIn = {
    id,
    store_id: storeId,
    person_id: person(ctx).id,
    provider_type,
    status: "pending",
    state_hash: hash(state),
    verifier: await sealHandle(verifier, storeId, id),
    return_url: back,
    options: [],
    tokens: null,
    social_account_id: null,
    candidate_id: null,
    message: "Waiting for the sign-in at the network.",
    created_at: now,
    expires_at: now + LIFETIME,
  };
  const network = await networkOf(provider_type);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const authorization_url = network.authorizationUrl(app, {
    storeId,
    state,
    redirectUri: callbackOf(provider_type),
    challenge,
  });
  const answer = { authorization_url, state, attempt_id: id, expires_at: signIn.expires_at };
  return transact(ctx, [signIns.create(signIn)], answer);
}

/** Takes what a network sent the browser back with, once, and sends the browser on. */
export async function finishConnection(
  ctx: Context,
  providerType: string,
  query: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
): Promise<RawReply> {
  const type = PROVIDER_TYPES.find((each) => each === providerType);
  const found = type && (await signInOf(query.state ?? "", type));
  if (!found)
    return signInPage(ctx, "failed", "This sign-in is unknown. Begin again in the store's settings.");
  if (found.status !== "pending") return signInPage(ctx, "failed", "This sign-in was used already.");
  if (found.expires_at <= ctx.now()) return back(ctx, found, "failed", EXPIRED);
  const code = query.error === undefined ? query.code : undefined;
  if (!code) return back(ctx, await fail(ctx, found, "The sign-in was refused at the network."));
  const role = await roleOf(found.person_id, found.store_id, ctx.now());
  if (!role || !allows(role, "ADMIN"))
    return back(ctx, await fail(ctx, found, "You may no longer connect accounts."));
  // The code is good once: whoever takes the sign-in exchanges it.
  await transact(ctx, [signIns.replace(found, { ...found, status: "exchanging" })]);
  const taken = await existing(found.store_id, found.id);
  try {
    return back(ctx, await settle(ctx, taken, await exchange(ctx, taken, code)));
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return back(
      ctx,
      await fail(
        ctx,
        taken,
        `${LIMITS[taken.provider_type].display_name} refused the sign-in (${error.code}).`,
      ),
    );
  }
}

/** How a sign-in stands; for the person who began it. */
export async function getConnection(ctx: Context, storeId: string, id: string): Promise<ConnectionAttempt> {
  return view(ctx, await mine(ctx, storeId, id));
}

/** Chooses one of several destinations. */
export async function selectDestination(
  ctx: Context,
  storeId: string,
  { provider_type, attempt_id, candidate_id }: z.output<typeof SelectDestination>,
): Promise<ConnectionAttempt> {
  const found = await mine(ctx, storeId, attempt_id);
  if (found.provider_type !== provider_type) throw SOCIAL.ATTEMPT_NOT_FOUND();
  if (found.status === "connected") {
    if (found.candidate_id === candidate_id) return view(ctx, found);
    throw SOCIAL.ALREADY_SELECTED();
  }
  if (found.status !== "selection_required" || found.tokens === null || found.expires_at <= ctx.now()) {
    throw SOCIAL.ATTEMPT_EXPIRED();
  }
  const candidates: Candidate[] = JSON.parse(await openHandle(found.tokens, storeId, attempt_id));
  const chosen = candidates.find(({ destination }) => destination.external_account_id === candidate_id);
  if (!chosen) throw SOCIAL.ATTEMPT_NOT_FOUND();
  return view(ctx, await connected(ctx, found, chosen));
}

/** The one address that a network sends browsers back to; to be registered there. */
function callbackOf(type: ProviderType): string {
  return `${env("PUBLIC_URL")}/v1/social/oauth/${type}/callback`;
}

const EXPIRED = "The sign-in has expired. Connect the account again.";

async function signInOf(state: string, type: ProviderType): Promise<Stored<SignIn> | undefined> {
  const named = await openToken(STATE, state, StateOf, type);
  if (!named) return undefined;
  const [store_id, id] = named;
  const found = await signIns.find({ store_id, id });
  return found?.state_hash === hash(state) && found.provider_type === type ? found : undefined;
}

async function exchange(ctx: Context, found: SignIn, code: string): Promise<Candidate[]> {
  const [app, network, verifier] = await sideBySide([
    appOf(found.provider_type),
    networkOf(found.provider_type),
    openHandle(found.verifier, found.store_id, found.id),
  ]);
  const redirectUri = callbackOf(found.provider_type);
  return network.exchange(app, { code, redirectUri, verifier }, ctx.now());
}

async function settle(ctx: Context, found: Stored<SignIn>, candidates: Candidate[]): Promise<Stored<SignIn>> {
  const [first, ...others] = candidates.slice(0, MAX_OPTIONS);
  const network = LIMITS[found.provider_type].display_name;
  if (!first) return fail(ctx, found, `There is nothing on ${network} that this sign-in could post to.`);
  if (others.length === 0) return connected(ctx, found, first);
  const all = [first, ...others];
  const waiting: Stored<SignIn> = {
    ...found,
    status: "selection_required",
    options: all.map(({ destination }) => ({
      ...destination,
      candidate_id: destination.external_account_id,
    })),
    tokens: await sealHandle(JSON.stringify(all), found.store_id, found.id),
    message: "Choose what to connect.",
    expires_at: ctx.now() + LIFETIME,
  };
  await transact(ctx, [signIns.replace(found, waiting)]);
  return waiting;
}

async function connected(ctx: Context, found: Stored<SignIn>, candidate: Candidate): Promise<Stored<SignIn>> {
  const { account, writes } = await connect(ctx, found.store_id, found.provider_type, candidate);
  const after: Stored<SignIn> = {
    ...found,
    status: "connected",
    options: [],
    tokens: null,
    social_account_id: account.id,
    candidate_id: candidate.destination.external_account_id,
    message: `${candidate.destination.external_account_name} is connected.`,
  };
  await transact(ctx, [signIns.replace(found, after), ...writes]);
  return after;
}

async function fail(ctx: Context, found: Stored<SignIn>, message: string): Promise<Stored<SignIn>> {
  const after: Stored<SignIn> = { ...found, status: "failed", tokens: null, message };
  await transact(ctx, [signIns.replace(found, after)]);
  return after;
}

async function existing(storeId: string, id: string): Promise<Stored<SignIn>> {
  return signIns.get({ store_id: storeId, id }, SOCIAL.ATTEMPT_NOT_FOUND());
}

async function mine(ctx: Context, storeId: string, id: string): Promise<Stored<SignIn>> {
  const found = await existing(storeId, id);
  if (found.person_id !== person(ctx).id) throw SOCIAL.ATTEMPT_NOT_FOUND();
  return found;
}

async function view(ctx: Context, found: SignIn): Promise<ConnectionAttempt> {
  const open = ["pending", "exchanging", "selection_required"].includes(found.status);
  const expired = open && found.expires_at <= ctx.now();
  const status = expired ? "failed" : found.status === "exchanging" ? "pending" : found.status;
  const { store_id, provider_type, id: attempt_id, social_account_id } = found;
  const account = social_account_id ? await accounts.find({ store_id, id: social_account_id }) : undefined;
  return {
    status,
    store_id,
    provider_type,
    attempt_id,
    ...(social_account_id ? { social_account_id } : {}),
    ...(account ? { destination: account.destination } : {}),
    options: status === "selection_required" ? found.options : [],
    message: expired ? EXPIRED : found.message,
  };
}

function back(ctx: Context, found: SignIn, status: string = found.status, message = found.message): RawReply {
  if (found.return_url === null) return signInPage(ctx, status, message);
  const url = new URL(found.return_url);
  url.searchParams.set("attempt_id", found.id);
  url.searchParams.set("status", status);
  return {
    status: 302,
    headers: { location: url.href, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  };
}
