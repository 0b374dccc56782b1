import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { testAccount, updateBusiness } from "#lib/money/payments/providers.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";
import { freeKey } from "#lib/tenancy/tenants/free-key.ts";
import type { Business, CreateBusiness } from "#lib/tenancy/tenants/schema.ts";
import { createStore } from "./service.ts";

/** Opens a business. Without a key, a free one is made from its slug or name. */
export async function createBusiness(
  ctx: Context,
  { key: sent, statuses, ...input }: z.output<typeof CreateBusiness>,
): Promise<Business> {
  const key = sent ?? (await freeKey(input.slug || input.name || ""));
  if (!key) throw BUSINESS.NAME_REQUIRED();
  const status = input.status ?? statuses?.at(-1)?.status;
  const { paymentProvider, ...configs } = input.configs ?? {};
  if (!paymentProvider) return createStore(ctx, { ...input, key, status }, sent === undefined);
  await testAccount(ctx, paymentProvider);
  const { id } = await createStore(ctx, { ...input, configs, key, status }, sent === undefined);
  // The account is encrypted for the business's id, so the business must exist first.
  return updateBusiness(ctx, id, { configs: { paymentProvider } });
}
