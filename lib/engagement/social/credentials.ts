import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { cutText } from "#core/cut-text.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { takeLease } from "#core/dynamo/lease.ts";
import { Contention, withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Credential, Tokens } from "./account-schema.ts";
import { requireApp } from "./apps.ts";
import { type Caller, NetworkError } from "./port.ts";
import { requireReconnect } from "./reconnect.ts";
import { networkOf } from "./registry.ts";
import { openTokens, sealTokens } from "./sealing.ts";
import { credentials } from "./table.ts";

/** A token is renewed in this last share of its lifetime. */
const RENEWAL_SHARE = 1 / 5;
/** Milliseconds between two checks whether another worker has renewed the token, and the most checks. */
const PAUSE_MS = 200;
const MAX_WAITS = 150;

/** A caller with a valid token, and the generation that `accessTo` needs if the network refuses the token. */
export interface Access {
  caller: Caller;
  generation: number;
}

/**
 * A valid token. One worker at a time renews it before its expiry, and stores the new token before it is used.
 *
 * @param refused generation of a token that the network refused, so that a newer one is needed
 * @throws NetworkError `reconnect` if only a new sign-in can give a token
 */
export async function accessTo(
  ctx: Context,
  storeId: string,
  accountId: string,
  refused?: number,
): Promise<Access> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const held = await credentials.find({ store_id: storeId, social_account_id: accountId }, ctx);
    if (!held) throw new NetworkError("reconnect", "account_deleted", "The account was deleted.");
    if (held.lost) throw new NetworkError("reconnect", held.lost.code, held.lost.message);
    const tokens = await openTokens(held.tokens, storeId, accountId);
    const stale = refused !== undefined && held.generation <= refused;
    if (!stale && !isRenewalDue(tokens, ctx.now())) return buildAccess(ctx, held, tokens);
    const network = await networkOf(held.provider_type);
    if (!network.refresh || tokens.refresh === null) {
      if (!stale && !hasExpired(tokens, ctx.now())) return buildAccess(ctx, held, tokens);
      throw await markLost(ctx, held, "token_expired", "The token is no longer good and cannot be renewed.");
    }
    const leased = held.lease_until <= ctx.now() && (await leaseRenewal(ctx, held));
    if (leased) return renewTokens(ctx, leased, tokens, stale);
    // While another worker renews the token, the current one is used as long as it is valid.
    if (!stale && !hasExpired(tokens, ctx.now())) return buildAccess(ctx, held, tokens);
    await sleep(PAUSE_MS);
  }
  throw new NetworkError("transient", "token_busy", "Another worker is renewing the token.");
}

/** Whether a fifth of a token's life, or less, is left. */
function isRenewalDue({ obtained_at, expires_at }: Tokens, now: number): boolean {
  return expires_at !== null && expires_at - now <= (expires_at - obtained_at) * RENEWAL_SHARE;
}

function hasExpired({ expires_at }: Tokens, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

async function leaseRenewal(ctx: Context, found: Credential): Promise<Stored<Credential> | undefined> {
  const condition = { expression: "generation = :generation", values: { ":generation": found.generation } };
  const item = await takeLease(credentials.key(found), ctx.now(), { condition });
  return item && credentials.parse(item);
}

async function renewTokens(
  ctx: Context,
  held: Stored<Credential>,
  tokens: Tokens,
  stale: boolean,
): Promise<Access> {
  const network = await networkOf(held.provider_type);
  try {
    const app = await requireApp(held.provider_type);
    const fresh = await network.refresh?.(app, tokens, ctx.now());
    if (!fresh) throw new Error(`${held.provider_type} has no renewal.`);
    return await saveTokens(ctx, held, { ...fresh, refresh: fresh.refresh ?? tokens.refresh });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.trouble === "reconnect") throw await markLost(ctx, held, error.code, error.message);
    await transact(ctx, [credentials.replace(held, { ...held, lease_until: 0 })]);
    // A failed renewal does not matter while the current token is valid.
    if (!stale && !hasExpired(tokens, ctx.now())) return buildAccess(ctx, held, tokens);
    throw error;
  }
}

// Retries on every conflict: the network has invalidated the old token, so the new one must not be lost.
async function saveTokens(ctx: Context, held: Stored<Credential>, tokens: Tokens): Promise<Access> {
  const { store_id, social_account_id } = held;
  const sealed = await sealTokens(tokens, store_id, social_account_id);
  for (let before = held; ; ) {
    const after = {
      ...before,
      tokens: sealed,
      scopes: tokens.scopes,
      expires_at: tokens.expires_at,
      generation: before.generation + 1,
      lease_until: 0,
    };
    try {
      await transact(ctx, [credentials.replace(before, after)]);
      return buildAccess(ctx, after, tokens);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      const again = await credentials.find({ store_id, social_account_id }, ctx);
      if (!again) throw new NetworkError("reconnect", "account_deleted", "The account was deleted.");
      if (again.generation > held.generation)
        return buildAccess(ctx, again, await openTokens(again.tokens, store_id, social_account_id));
      before = again;
    }
  }
}

async function markLost(
  ctx: Context,
  held: Stored<Credential>,
  code: string,
  message: string,
): Promise<NetworkError> {
  const { store_id, social_account_id } = held;
  await requireReconnect(ctx, store_id, social_account_id);
  await withRetries(async () => {
    const before = await credentials.find({ store_id, social_account_id }, ctx);
    // If the account was connected again meanwhile, its new tokens are valid.
    if (!before || before.lost || before.generation > held.generation) return;
    const after = { ...before, lost: { code, message: cutText(message, 300) }, lease_until: 0 };
    await transact(ctx, [credentials.replace(before, after)]);
  });
  return new NetworkError("reconnect", code, message);
}

async function buildAccess(ctx: Context, held: Credential, tokens: Tokens): Promise<Access> {
  const app = await requireApp(held.provider_type);
  const { destination, generation } = held;
  return { generation, caller: { app, token: tokens.access, destination, now: () => ctx.now() } };
}

/** Calls a network with a valid token, and once more with a newer one if the network refuses it. */
export async function withAccess<T>(
  ctx: Context,
  storeId: string,
  accountId: string,
  call: (caller: Caller) => Promise<T>,
): Promise<T> {
  const first = await accessTo(ctx, storeId, accountId);
  try {
    return await call(first.caller);
  } catch (error) {
    if (!(error instanceof NetworkError) || error.trouble !== "unauthorized") throw error;
    const { caller } = await accessTo(ctx, storeId, accountId, first.generation);
    return await call(caller).catch(async (again: unknown) => {
      if (!(again instanceof NetworkError) || again.trouble !== "unauthorized") throw again;
      await requireReconnect(ctx, storeId, accountId);
      throw new NetworkError("reconnect", again.code, again.message);
    });
  }
}
