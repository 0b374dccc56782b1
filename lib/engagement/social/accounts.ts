import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { missingRecord } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { SocialAccount, SocialCapability, Tokens } from "./account-schema.ts";
import { findApp } from "./apps.ts";
import type { Limits } from "./limit.ts";
import { LIMITS } from "./limits.ts";
import { RemoveSocialRecords } from "./messages.ts";
import { NetworkError } from "./port.ts";
import { networkOf } from "./registry.ts";
import { PROVIDER_TYPES } from "./schema.ts";
import { openTokens } from "./sealing.ts";
import { accounts, credentials, destinations, publications } from "./table.ts";

/** Most accounts that a list shows; a store has only a few. */
const MAX_ACCOUNTS = 500;

/** What each network supports, by the limits that validation checks. */
export async function listCapabilities(): Promise<SocialCapability[]> {
  return sideBySide(
    PROVIDER_TYPES.map(async (provider_type) => ({
      provider_type,
      ...viewLimits(LIMITS[provider_type]),
      publishing_supported: (await findApp(provider_type)) !== undefined,
    })),
  );
}

function viewLimits(limits: Limits): Omit<SocialCapability, "provider_type" | "publishing_supported"> {
  const { display_name, icon_key, required_scopes, placements, engagement, metrics } = limits;
  return {
    display_name,
    icon_key,
    required_scopes: [...required_scopes],
    text_requirements: placements.flatMap(({ name, texts }) =>
      texts.map(({ field, required = false, max, unit }) => ({
        placement: name,
        field,
        required,
        max,
        unit,
      })),
    ),
    media_requirements: placements.flatMap(({ name, mediaField, media }) =>
      media.map(({ kind, mime_types, min_count, max_count, max_bytes, aspect, duration }) => ({
        placement: name,
        field: mediaField,
        kind,
        mime_types: [...mime_types],
        min_count,
        max_count,
        max_bytes,
        aspect_ratio: aspect ? { min: aspect[0], max: aspect[1] } : null,
        duration_seconds: duration ? { min: duration[0], max: duration[1] } : null,
      })),
    ),
    engagement,
    analytics: { read_post_metrics: metrics },
  };
}

export async function listAccounts(_ctx: Context, storeId: string): Promise<SocialAccount[]> {
  const partition = accounts.partition({ store_id: storeId });
  const { records } = await accounts.query(partition, {
    limit: MAX_ACCOUNTS,
    descending: true,
    consistent: true,
  });
  const keys = records.map(({ id }) => ({ store_id: storeId, social_account_id: id }));
  const held = await credentials.batchGet(keys);
  const known = new Map(
    held.map(({ social_account_id, scopes, expires_at }) => [social_account_id, { scopes, expires_at }]),
  );
  return records.map((account) => ({ ...account, credential: known.get(account.id) ?? account.credential }));
}

/** Deletes an account. Its scheduled publications fail, running ones finish, and then its tokens are revoked. */
export async function deleteAccount(ctx: Context, storeId: string, id: string): Promise<void> {
  const account = await accounts.get({ store_id: storeId, id }, missingRecord("social account"), ctx);
  const { provider_type, destination } = account;
  const { external_account_id } = destination;
  await transact(ctx, [
    accounts.remove(account),
    destinations.removeKey({ store_id: storeId, provider_type, external_account_id }),
    announce(ctx, "social_account.deleted", accounts, account),
    enqueue(ctx, RemoveSocialRecords, { kind: "account", store_id: storeId, social_account_id: id }),
  ]);
}

/** Revokes an account's tokens, if its network supports that, and deletes them. */
export async function deleteTokens(ctx: Context, storeId: string, accountId: string): Promise<void> {
  const held = await credentials.find({ store_id: storeId, social_account_id: accountId }, ctx);
  if (!held) return;
  // If the account was connected again under a new id, revoking the old tokens would end the new connection too.
  const { provider_type, destination } = held;
  const again = await destinations.find(
    { store_id: storeId, provider_type, external_account_id: destination.external_account_id },
    ctx,
  );
  if (!again) await revoke(held.provider_type, await openTokens(held.tokens, storeId, accountId));
  await transact(ctx, [credentials.remove(held)]);
}

async function revoke(type: SocialAccount["provider_type"], tokens: Tokens): Promise<void> {
  const app = await findApp(type);
  const network = await networkOf(type);
  if (!app || !network.revoke) return;
  try {
    await network.revoke(app, tokens);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    logger.warn("tokens not revoked", { network: type, code: error.code });
  }
}

export async function hasRunningAttempt(storeId: string, accountId: string): Promise<boolean> {
  const partition = publications.child({
    store_id: storeId,
    social_account_id: accountId,
    status: "publishing",
  });
  const { items } = await queryItems(partition, { index: "child_created", limit: 1 });
  return items.length > 0;
}
