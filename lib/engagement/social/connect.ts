import type { Context } from "#core/context.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { SocialAccount } from "./account-schema.ts";
import type { Candidate } from "./port.ts";
import type { ProviderType } from "./schema.ts";
import { sealTokens } from "./sealing.ts";
import { accounts, credentials, destinations } from "./table.ts";

/** The writes that connect a destination; if it was connected before, the account's id is unchanged. */
export async function connectionWrites(
  ctx: Context,
  store_id: string,
  provider_type: ProviderType,
  { destination, tokens }: Candidate,
): Promise<{ account: SocialAccount; writes: Write[] }> {
  const { external_account_id } = destination;
  const known = await destinations.find({ store_id, provider_type, external_account_id }, ctx);
  const before = known && (await accounts.find({ store_id, id: known.social_account_id }, ctx));
  const id = before?.id ?? newId("social", ctx.clock());
  const now = ctx.now();
  const account: SocialAccount = {
    ...before,
    id,
    store_id,
    key: before?.key ?? `${provider_type}-${external_account_id}`.slice(0, 100),
    provider_type,
    status: "connected",
    credential: { scopes: tokens.scopes, expires_at: tokens.expires_at },
    destination,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
  const link = { store_id, provider_type, external_account_id, social_account_id: id };
  return {
    account,
    writes: [
      ...(before
        ? announceChange(ctx, "social_account.connected", accounts, before, account).writes
        : [accounts.create(account), announce(ctx, "social_account.connected", accounts, account)]),
      before ? destinations.put(link) : known ? destinations.replace(known, link) : destinations.create(link),
      await credentialWrite(account, tokens),
    ],
  };
}

async function credentialWrite(
  { store_id, id, provider_type, destination }: SocialAccount,
  tokens: Candidate["tokens"],
): Promise<Write> {
  const held = await credentials.find({ store_id, social_account_id: id });
  const credential = {
    store_id,
    social_account_id: id,
    provider_type,
    destination,
    tokens: await sealTokens(tokens, store_id, id),
    scopes: tokens.scopes,
    expires_at: tokens.expires_at,
    generation: (held?.generation ?? 0) + 1,
    ...NO_LEASE,
    lost: null,
  };
  return held ? credentials.replace(held, credential) : credentials.create(credential);
}
