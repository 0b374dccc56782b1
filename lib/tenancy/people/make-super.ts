import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { memberships, PLATFORM_ID } from "#lib/tenancy/access/records.ts";
import { USER } from "./errors.ts";
import { findPersonByEmail } from "./person.ts";

/**
 * Makes a person platform staff. For operators with access to the table. The person must have signed in once,
 * so that the address is proven.
 */
export async function makeSuper(ctx: Pick<Context, "now" | "guards">, email: string): Promise<string> {
  const person = await findPersonByEmail(email);
  if (!person) throw USER.NOT_FOUND();
  const key = { person_id: person.id, tenant_id: PLATFORM_ID };
  const current = await memberships.find(key, ctx);
  const made = { ...key, role: "super" as const, email, created_at: current?.created_at ?? ctx.now() };
  await transact(ctx, [
    current ? memberships.replace(current, { ...current, ...made }) : memberships.create(made),
  ]);
  return person.id;
}
