// Finishes a sign-in: the network sends the browser back, the person confirms, and the account is connected.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { RawReply } from "#core/http/reply.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { roleOf } from "#lib/tenancy/access/authenticate.ts";
import { roleAllows } from "#lib/tenancy/access/authorize.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { SignIn } from "./account-schema.ts";
import { requireApp } from "./apps.ts";
import { connectionWrites } from "./connect.ts";
import { SOCIAL } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { type Candidate, NetworkError } from "./port.ts";
import { networkOf } from "./registry.ts";
import { PROVIDER_TYPES } from "./schema.ts";
import { openText, sealText } from "./sealing.ts";
import { consentPage, signInPage } from "./sign-in-page.ts";
import { callbackUrl, SIGN_IN_LIFETIME, signInOfState } from "./sign-in-state.ts";
import { signIns } from "./table.ts";

const MAX_OPTIONS = 100;
export const EXPIRED_MESSAGE = "The sign-in has expired. Connect the account again.";

/** The query parameters with which a network sends the browser back. */
interface Callback {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
}

/** A sign-in that can be finished, and the network's code for it. */
interface PendingSignIn {
  found: Stored<SignIn>;
  code: string;
}

/**
 * Asks the person in the browser whether to connect their account to this store. A stranger may have sent them here, so
 * the code is exchanged only after they confirm.
 */
export async function showConnection(ctx: Context, type: string, returned: Callback): Promise<RawReply> {
  const arrived = await pendingSignIn(ctx, type, returned);
  if ("headers" in arrived) return arrived;
  const { store_id, provider_type } = arrived.found;
  const business = await getTenant(ctx, store_id);
  return consentPage(ctx, business, LIMITS[provider_type].display_name);
}

/** Connects or cancels as the person chose, once, and redirects the browser. */
export async function finishConnection(
  ctx: Context,
  type: string,
  returned: Callback,
  bytes: Buffer,
): Promise<RawReply> {
  const arrived = await pendingSignIn(ctx, type, returned);
  if ("headers" in arrived) return arrived;
  const { found, code } = arrived;
  if (new URLSearchParams(bytes.toString("utf8")).get("action") !== "connect")
    return redirect(ctx, await failSignIn(ctx, found, "The account was not to be connected."));
  // The code is valid once: only the request that claims the sign-in exchanges it.
  await transact(ctx, [signIns.replace(found, { ...found, status: "exchanging" })]);
  const taken = await signIns.get(
    { store_id: found.store_id, id: found.id },
    SOCIAL.ATTEMPT_NOT_FOUND(),
    ctx,
  );
  try {
    return redirect(ctx, await connectOrAsk(ctx, taken, await exchangeCode(ctx, taken, code)));
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const network = LIMITS[taken.provider_type].display_name;
    return redirect(ctx, await failSignIn(ctx, taken, `${network} refused the sign-in (${error.code}).`));
  }
}

/** Connects the chosen destination and completes the sign-in. */
export async function completeSignIn(
  ctx: Context,
  found: Stored<SignIn>,
  candidate: Candidate,
): Promise<Stored<SignIn>> {
  const { account, writes } = await connectionWrites(ctx, found.store_id, found.provider_type, candidate);
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

/** The sign-in of the returning browser, or the web page to show if it cannot be finished. */
async function pendingSignIn(
  ctx: Context,
  providerType: string,
  { state = "", code, error }: Callback,
): Promise<PendingSignIn | RawReply> {
  const type = PROVIDER_TYPES.find((each) => each === providerType);
  const found = type && (await signInOfState(state, type));
  if (!found)
    return signInPage(ctx, "failed", "This sign-in is unknown. Begin again in the store's settings.");
  if (found.status !== "pending") return signInPage(ctx, "failed", "This sign-in was used already.");
  if (found.expires_at <= ctx.now()) return redirect(ctx, found, "failed", EXPIRED_MESSAGE);
  if (!code || error !== undefined)
    return redirect(ctx, await failSignIn(ctx, found, "The sign-in was refused at the network."));
  const role = await roleOf(found.person_id, found.store_id, ctx.now());
  if (!role || !roleAllows(role, "ADMIN"))
    return redirect(ctx, await failSignIn(ctx, found, "You may no longer connect accounts."));
  return { found, code };
}

async function exchangeCode(ctx: Context, found: SignIn, code: string): Promise<Candidate[]> {
  const [app, network, verifier] = await sideBySide([
    requireApp(found.provider_type),
    networkOf(found.provider_type),
    openText(found.verifier, found.store_id, found.id),
  ]);
  const redirectUri = callbackUrl(found.provider_type);
  return network.exchange(app, { code, redirectUri, verifier }, ctx.now());
}

async function connectOrAsk(
  ctx: Context,
  found: Stored<SignIn>,
  candidates: Candidate[],
): Promise<Stored<SignIn>> {
  const [first, ...others] = candidates.slice(0, MAX_OPTIONS);
  const network = LIMITS[found.provider_type].display_name;
  if (!first)
    return failSignIn(ctx, found, `There is nothing on ${network} that this sign-in could post to.`);
  if (others.length === 0) return completeSignIn(ctx, found, first);
  const all = [first, ...others];
  const waiting: Stored<SignIn> = {
    ...found,
    status: "selection_required",
    options: all.map(({ destination }) => ({
      ...destination,
      candidate_id: destination.external_account_id,
    })),
    tokens: await sealText(JSON.stringify(all), found.store_id, found.id),
    message: "Choose what to connect.",
    expires_at: ctx.now() + SIGN_IN_LIFETIME,
  };
  await transact(ctx, [signIns.replace(found, waiting)]);
  return waiting;
}

async function failSignIn(ctx: Context, found: Stored<SignIn>, message: string): Promise<Stored<SignIn>> {
  const after: Stored<SignIn> = { ...found, status: "failed", tokens: null, message };
  await transact(ctx, [signIns.replace(found, after)]);
  return after;
}

function redirect(
  ctx: Context,
  found: SignIn,
  status: string = found.status,
  message = found.message,
): RawReply {
  if (found.return_url === null) return signInPage(ctx, status, message);
  const url = new URL(found.return_url);
  url.searchParams.set("attempt_id", found.id);
  url.searchParams.set("status", status);
  return {
    status: 302,
    headers: { location: url.href, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  };
}
