import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { nameAndChoice } from "#lib/commerce/carts/line-text.ts";
import { cartSettings } from "#lib/commerce/carts/record.ts";
import {
  budgetLimit,
  type CashLimit,
  cashHoldsOf,
  cashLimitsOf,
  releaseCashHolds,
  takeCashHolds,
} from "#lib/money/payments/cash-holds.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { ORDER } from "./errors.ts";
import type { Order } from "./schema.ts";

/** Levels that an unproven order can take from: each has a count of its own in the transaction. */
const MAX_LEVELS = 25;

/**
 * Limits what visitors hold without having paid at the checkout: an order of a visitor that is to be paid in cash counts
 * by its contact and its mailbox, and while its address is not proven by its network and by what it takes of each level.
 * One that costs nothing counts the same while its address is not proven, and not at all after that.
 *
 * @returns the order that says what it counts as, and the writes that count it, for the checkout's transaction
 * @throws ORDER.FAILED_CREATE where the store takes cash for proven addresses alone
 */
export async function addOrderCashHolds(
  ctx: Context,
  business: Pick<Business, "configs">,
  judged: EvaluatedCart,
  order: Order,
): Promise<{ order: Order; writes: Write[] }> {
  const { contact } = judged;
  const proven = contact?.verified ?? false;
  const isFree = order.payment.type === "free";
  if (ctx.actor.kind !== "visitor" || !isOpen(order) || (isFree && proven)) return { order, writes: [] };
  const way = isFree ? PROVE : `${PROVE}, or pay by card`;
  if (!proven && !isFree && cartSettings(business).cashNeedsProof)
    throw needsProof("the store takes cash for it alone", way);
  const email = (proven ? contact?.email : null) ?? order.email;
  const payer = { customer: ctx.actor.id, email, ...(proven ? {} : { ip: ctx.ip }) };
  const limits = [
    ...(await cashLimitsOf("orders", payer, (by, most) => tooMany(by, most, isFree))),
    ...(proven ? [] : levelLimits(judged, way)),
  ];
  return {
    order: { ...order, cash_holds: cashHoldsOf(limits) },
    writes: takeCashHolds(ctx, order.store_id, limits),
  };
}

/** Whether an order counts still, or would: it is paid by card or in cash, over, or nobody's any more otherwise. */
function isOpen({ status, payment_status, payment, contact_id }: Order): boolean {
  const isOver = status === "cancelled" || status === "completed";
  const isUnpaid = payment.type === "free" || (payment.type === "cash" && payment_status === "unpaid");
  return !isOver && isUnpaid && contact_id !== null;
}

/** An order after a change, which counts no more once it is paid or over, and the writes that take it off the counts. */
export function removeEndedCashHolds<T extends Order>(
  ctx: Pick<Context, "now">,
  before: Order,
  after: T,
): { order: T; writes: Write[] } {
  if (before.cash_holds.length === 0 || isOpen(after)) return { order: after, writes: [] };
  return removeCashHolds(ctx, after, before);
}

/** An order that counts no more, whatever it is, and the writes that take it off the counts. */
export function removeCashHolds<T extends Order>(
  ctx: Pick<Context, "now">,
  after: T,
  { store_id, cash_holds }: Order = after,
): { order: T; writes: Write[] } {
  return { order: { ...after, cash_holds: [] }, writes: releaseCashHolds(ctx, store_id, cash_holds) };
}

/** What unproven orders may hold of each level together: a tenth of what is there, or a few units. */
function levelLimits({ units, levels }: EvaluatedCart, way: string): CashLimit[] {
  const wanted = new Map<string, { quantity: number; lineId: string; name: string }>();
  for (const { line, allocations, snapshot } of units) {
    for (const { counted, variant_id, location_id, quantity } of allocations) {
      if (!counted) continue;
      const key = `${variant_id}#${location_id}`;
      const known = wanted.get(key)?.quantity ?? 0;
      wanted.set(key, { quantity: known + quantity, lineId: line.id, name: nameAndChoice(snapshot, []) });
    }
  }
  const limits = levels.flatMap((level): CashLimit[] => {
    const found = wanted.get(`${level.variant_id}#${level.location_id}`);
    // What is sold below zero never runs out.
    if (!found || level.backorder) return [];
    const share = Math.floor(
      ((level.available + level.reserved) * budgetLimit("cash_percent_of_level", 10)) / 100,
    );
    const most = Math.max(share, budgetLimit("cash_units_of_level", 5));
    const { quantity, lineId, name } = found;
    const counts = `level#${level.variant_id}#${level.location_id}`;
    return [{ name: counts, units: quantity, most, refusal: () => tooMuch(lineId, name, way) }];
  });
  if (limits.length > MAX_LEVELS) throw needsProof("it comes from too many places at once", way);
  return limits;
}

const PROVE = "prove your address with a code";

function needsProof(why: string, way: string): ApiError {
  return refusal(
    `an address that is not proven cannot order it without paying now, as ${why}: ${way}`,
    "payment_method_key",
  );
}

function tooMuch(lineId: string, name: string, way: string): ApiError {
  const what = name || "this";
  return refusal(`without a proven address too little of ${what} is left to order unpaid: ${way}`, lineId);
}

function tooMany(by: "customer" | "address" | "network", most: number, isFree: boolean): ApiError {
  if (isFree)
    return refusal(`${most} orders of this ${by} that nothing was paid for are open: ${PROVE}`, "items");
  const open = `${most} orders of this ${by} are to be paid in cash and wait for their money`;
  const later = "pay by card, or order again once one of them is paid or cancelled";
  return refusal(`${open}: ${by === "network" ? `${PROVE}, or pay by card` : later}`, "payment_method_key");
}

/** Says in `reason` that it is about orders without a proof or a payment. */
function refusal(message: string, field: string): ApiError {
  const { code } = ORDER.FAILED_CREATE;
  const validationErrors = [{ field, message, error: code }];
  return ORDER.FAILED_CREATE({ message, validationErrors, reason: "cash_limit" });
}
