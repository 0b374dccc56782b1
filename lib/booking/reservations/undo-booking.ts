import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import type { RefundScope } from "#lib/money/payments/refund-permission.ts";
import { refundRest } from "#lib/money/payments/refunds.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { redemptionRead, returnRedemption } from "#lib/money/promo-codes/redemption.ts";
import type { ReservationPartInput } from "./request-schema.ts";
import type { Reservation, Status } from "./schema.ts";
import { customerMayCancel, holdsTime, isConfirmed } from "./states.ts";

export type ReadOrderBalance = NonNullable<Payable["refundableBalance"]>;
/** Decides about the refund of a change, given whether the customer could cancel now with a refund. */
export type RefundDecision = (customerMay: boolean) => Promise<RefundScope>;

/** Parts that are cancelled without a refund, and the condition that the order is still as it was read. */
export interface Unrefunded {
  notRefunded: string[];
  still: Write[];
}

/**
 * Finds the parts of an order's reservation that a change cancels without a refund. The worker that then changes the
 * order reads them from the reservation.
 */
export async function findUnrefunded(
  ctx: Context,
  { businessId, orderId, status: is, parts }: Reservation,
  requested: { status: Status; parts: readonly ReservationPartInput[] | undefined },
  { orders, giving }: { orders: ReadOrderBalance; giving: RefundDecision },
): Promise<Unrefunded | undefined> {
  const isUnchanged = (id: string) =>
    holdsTime(requested.status) && (requested.parts?.some((part) => part.id === id) ?? true);
  const gone = parts.map(({ id }) => id).filter((id) => !isUnchanged(id));
  if (!orderId || !holdsTime(is) || gone.length === 0) return undefined;
  const standing = await orders(ctx, businessId, orderId);
  if (!standing) return undefined;
  const goes = standing.left > 0 ? await giving(standing.customerMayCancel) : "all";
  return { notRefunded: goes === "nothing" ? gone : [], still: [standing.unchangedCheck] };
}

/**
 * The writes that return the promo code and the money of a booking that was never confirmed.
 *
 * @returns the writes, and whether the store keeps the money, as `giving` decides
 */
export async function undoWrites(
  ctx: Context,
  reservation: Reservation,
  { wasUnpaid = false, giving }: { wasUnpaid?: boolean; giving?: RefundDecision | undefined } = {},
): Promise<{ writes: Write[]; isKept: boolean }> {
  const { businessId, id, payment, promoCode, status } = reservation;
  if (!promoCode && !payment?.id) return { writes: [], isKept: false };
  const [redemption, paid] = await readTogether(
    [redemptionRead(businessId, promoCode ? id : ""), paymentRead(businessId, payment?.id ?? "")],
    ctx,
  );
  const refunds = (!isConfirmed(status) || wasUnpaid) && paid ? refundRest(ctx, paid) : [];
  const isKept =
    refunds.length > 0 && (await giving?.(customerMayCancel(reservation, ctx.now()))) === "nothing";
  // A confirmed booking has used its promo code for good.
  const back = isConfirmed(status) ? [] : returnRedemption(redemption);
  return { writes: [...back, ...(isKept ? [] : refunds)], isKept };
}
