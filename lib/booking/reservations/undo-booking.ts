import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import type { RefundScope } from "#lib/money/payments/refund-permission.ts";
import { refundRest } from "#lib/money/payments/refunds.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { redemptionRead, returnRedemption } from "#lib/money/promo-codes/redemption.ts";
import type { PartInput } from "./request-schema.ts";
import type { Reservation, Status } from "./schema.ts";
import { customerMayCancel, holdsTime, isPromised } from "./states.ts";

/** What can be given back of an order. */
export type ReadOrderBalance = NonNullable<Payable["refundableBalance"]>;
/** Whether money goes back that a change would give back, by whether the customer could have it back now. */
export type RefundDecision = (customerMay: boolean) => Promise<RefundScope>;

/** Parts that are cancelled without giving their money back, and what must be so for that. */
export interface KeptParts {
  notRefunded: string[];
  still: Write[];
}

/**
 * What is kept of an order's money when some of its appointments are cancelled: the order follows what becomes of them,
 * and heeds it.
 */
export async function findKeptParts(
  ctx: Context,
  { businessId, orderId, status: is, parts }: Reservation,
  wanted: { status: Status; parts: readonly PartInput[] | undefined },
  { orders, giving }: { orders: ReadOrderBalance; giving: RefundDecision },
): Promise<KeptParts | undefined> {
  const stays = (id: string) =>
    holdsTime(wanted.status) && (wanted.parts?.some((part) => part.id === id) ?? true);
  const gone = parts.map(({ id }) => id).filter((id) => !stays(id));
  if (!orderId || !holdsTime(is) || gone.length === 0) return undefined;
  const standing = await orders(ctx, businessId, orderId);
  if (!standing) return undefined;
  const goes = standing.left > 0 ? await giving(standing.customerMayCancel) : "all";
  return { notRefunded: goes === "nothing" ? gone : [], still: [standing.unchangedCheck] };
}

/**
 * The writes that undo what a reservation took besides its time: the code's use, and money nothing was given for.
 *
 * @returns also whether such money is kept, as `giving` says
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
  const owed = (!isPromised(status) || wasUnpaid) && paid ? refundRest(ctx, paid) : [];
  const isKept = owed.length > 0 && (await giving?.(customerMayCancel(reservation, ctx.now()))) === "nothing";
  // A use stays used when something that was confirmed is cancelled; what came to nothing never used it.
  const back = isPromised(status) ? [] : returnRedemption(redemption);
  return { writes: [...back, ...(isKept ? [] : owed)], isKept };
}
