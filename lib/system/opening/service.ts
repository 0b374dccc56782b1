// How a store comes to be: its record, its first member and its settings, in one transaction.

import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { defaultForms } from "#lib/content/forms/service.ts";
import { tryAccount, updateBusiness } from "#lib/money/payments/providers.ts";
import { newSums } from "#lib/system/sums/names.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";
import { freeKey } from "#lib/tenancy/tenants/free-key.ts";
import type { Business, CreateBusiness, CreateBusinessEitherForm } from "#lib/tenancy/tenants/schema.ts";
import { createTenant } from "#lib/tenancy/tenants/service.ts";

/** Opens a store with all that it begins with: what each domain gives it is put together here. */
export async function createStore(
  ctx: Context,
  input: z.output<typeof CreateBusiness>,
  keyIsOurs = false,
): Promise<Business> {
  const email = await emailOf(person(ctx).id);
  // A warm function remembers the session of an account that was deleted; no store is to be nobody's.
  if (email === "") throw GENERAL.UNAUTHENTICATED();
  const furnish = (id: string) => [...defaultForms(ctx, id), ...newSums(id, ctx.now())];
  return createTenant(ctx, input, { email, keyIsOurs, furnish });
}

/** Opens a business whose key was sent, or made from its slug or name: such a key is never taken. */
export async function createBusiness(
  ctx: Context,
  { key: sent, statuses, ...input }: z.output<typeof CreateBusinessEitherForm>,
): Promise<Business> {
  const key = sent ?? (await freeKey(input.slug || input.name || ""));
  if (!key) throw BUSINESS.NAME_REQUIRED();
  const status = input.status ?? statuses?.at(-1)?.status;
  const { paymentProvider, ...configs } = input.configs ?? {};
  if (!paymentProvider) return createStore(ctx, { ...input, key, status }, sent === undefined);
  await tryAccount(ctx, paymentProvider);
  const { id } = await createStore(ctx, { ...input, configs, key, status }, sent === undefined);
  // Sealed for the business that it is of, so there has to be one first.
  return updateBusiness(ctx, id, { configs: { paymentProvider } });
}
