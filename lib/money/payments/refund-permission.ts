import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { forbiddenError } from "#core/errors.ts";
import type { RefundRule } from "./schema.ts";

/** How much of a refund the caller may cause. */
export type RefundScope = "all" | "nothing";

/** What can be refunded of an order or a booking. */
export interface RefundableBalance {
  /** Minor units that are neither refunded nor reserved for a refund. */
  left: number;
  /** Whether the customer could cancel now, without asking, and get all of it back. */
  customerMayCancel: boolean;
  /** A condition for the transaction: nothing changed since this was read. */
  unchangedCheck: Write;
}

/**
 * Checks whether the caller may refund. An ADMIN may refund all. With WRITE, `refund: "policy"` refunds what
 * the customer could get back now by cancelling. Refunds that no staff asked for are always complete.
 *
 * @param customerMay whether the customer could cancel now
 * @throws GENERAL.FORBIDDEN to staff below ADMIN without `refund: "policy"`
 */
export async function checkRefundPermission(
  ctx: Context,
  tenantId: string,
  refund: RefundRule,
  customerMay: boolean,
): Promise<RefundScope> {
  if (refund === "policy") return customerMay ? "all" : "nothing";
  if (ctx.actor.kind !== "person" || (await ctx.may("ADMIN", tenantId))) return "all";
  throw forbiddenError(
    'This gives money back, which needs the permission ADMIN in this store. With `refund: "policy"` it gives back what the customer could have back now by cancelling, and needs no more than WRITE.',
  );
}

export function policyRefundError(): Error {
  return forbiddenError(
    'The customer could not cancel this now and have money back, so `refund: "policy"` gives nothing back. To refund it all the same needs the permission ADMIN in this store.',
  );
}
