import type { Context } from "#core/context.ts";
import type { Sees } from "#core/shown.ts";
import { sideBySide } from "#core/side-by-side.ts";

/**
 * A reply as its view shows it to who asked: with the ids of staff (see `ofStaff`) for those who may READ the tenant, and
 * one's own.
 *
 * @param tenantId the tenant that the path names; without one each record says its own
 */
export async function shownTo(
  ctx: Context,
  show: (reply: unknown, sees?: Sees) => unknown,
  reply: unknown,
  tenantId: string | undefined,
): Promise<unknown> {
  const own = ctx.actor.kind === "person" ? ctx.actor.id : undefined;
  const asked = new Set<unknown>();
  const whole = show(reply, (id, of) => {
    if (id !== own) asked.add(tenantId ?? of);
    return true;
  });
  const open = new Set<unknown>();
  await sideBySide(
    [...asked].map(async (tenant) => {
      if (typeof tenant === "string" && (await ctx.may("READ", tenant))) open.add(tenant);
    }),
  );
  if (open.size === asked.size) return whole;
  return show(reply, (id, of) => id === own || open.has(tenantId ?? of));
}
