import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import type { SocialAccount } from "./account-schema.ts";
import { type CreatePublication, StoredPublication } from "./schema.ts";

export function newPublication(
  ctx: Context,
  {
    id: social_account_id,
    store_id,
    provider_type,
  }: Pick<SocialAccount, "id" | "store_id" | "provider_type">,
  { publish: _later, ...sent }: Omit<z.output<typeof CreatePublication>, "social_account_id">,
): StoredPublication {
  const id = newId("pub", ctx.clock());
  const now = ctx.now();
  return newRecord(StoredPublication, { key: id }, sent, {
    id,
    store_id,
    social_account_id,
    provider_type,
    status: "draft",
    scheduled_at: null,
    published_at: null,
    provider_post_id: null,
    provider_post_url: null,
    error_code: null,
    error_message: null,
    attempt_count: 0,
    last_attempt_at: null,
    created_at: now,
    updated_at: now,
  });
}
