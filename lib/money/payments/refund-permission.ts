import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { forbidden } from "#core/errors.ts";
import type { RefundRule } from "./schema.ts";

/** What of the money goes back that a change would give back. */
export type RefundScope = "all" | "nothing";

/** What can be given back of something that was paid for. */
export interface RefundableBalance {
  /** Minor units that are neither given back nor set aside. */
  left: number;
  /** Whether its customer could cancel it now without asking anybody, and have all of that back. */
  customerMayCancel: boolean;
  /** Demands that nobody has changed it since, in the transaction of what rests on this. */
  unchangedCheck: Write;
}

/**
 * Whether the caller may give money back: an ADMIN all of it; a caller with WRITE, by `refund: "policy"`, what the
 * customer could have back now without asking. What nobody of the store asked for, such as a customer's own cancel or
 * money that came too late, goes back whole.
 *
 * @param customerMay whether the customer could cancel now by itself
 * @throws GENERAL.FORBIDDEN to staff below ADMIN who did not say `refund: "policy"`
 */
export async function checkRefundPermission(
  ctx: Context,
  tenantId: string,
  refund: RefundRule,
  customerMay: boolean,
): Promise<RefundScope> {
  if (refund === "policy") return customerMay ? "all" : "nothing";
  if (ctx.actor.kind !== "person" || (await ctx.may("ADMIN", tenantId))) return "all";
  throw forbidden(
    'This gives money back, which needs the permission ADMIN in this store. With `refund: "policy"` it gives back what the customer could have back now by cancelling, and needs no more than WRITE.',
  );
}

/** The 403 of a refund by `refund: "policy"` where the customer could have nothing back now. */
export function refundDeniedByPolicy(): Error {
  return forbidden(
    'The customer could not cancel this now and have money back, so `refund: "policy"` gives nothing back. To refund it all the same needs the permission ADMIN in this store.',
  );
}
