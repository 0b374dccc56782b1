// Opens a store: its record, its first member, its settings, its default form and its sums.

import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { defaultForms } from "#lib/content/forms/service.ts";
import { newSums } from "#lib/system/sums/definitions.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import type { Business, NewBusiness } from "#lib/tenancy/tenants/schema.ts";
import { createTenant } from "#lib/tenancy/tenants/service.ts";

/** Opens a store with its settings, owner, default form and sums, in one transaction. */
export async function createStore(
  ctx: Context,
  input: z.output<typeof NewBusiness>,
  keyIsOurs = false,
): Promise<Business> {
  const email = await emailOf(person(ctx).id);
  // A cached session may belong to a deleted account. A store must have an owner.
  if (email === "") throw GENERAL.UNAUTHENTICATED();
  const furnish = (id: string) => [
    ...defaultForms(ctx, id),
    ...newSums(id, ctx.now(), input.timezone ?? "UTC"),
  ];
  return createTenant(ctx, input, { email, keyIsOurs, furnish });
}
