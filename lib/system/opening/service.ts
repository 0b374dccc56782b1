// How a store comes to be: its record, its first member and its settings, in one transaction.

import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { defaultForms } from "#lib/content/forms/service.ts";
import { newSums } from "#lib/system/sums/definitions.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import type { Business, CreateBusiness } from "#lib/tenancy/tenants/schema.ts";
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
  const furnish = (id: string) => [
    ...defaultForms(ctx, id),
    ...newSums(id, ctx.now(), input.timezone ?? "UTC"),
  ];
  return createTenant(ctx, input, { email, keyIsOurs, furnish });
}
