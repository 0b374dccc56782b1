import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { nameWithOptions } from "#lib/commerce/carts/line-text.ts";
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

/** Most stock levels of an order without a proven email address: each adds a counter to the transaction. */
const MAX_LEVELS = 25;

/**
 * Limits what visitors reserve without paying at the checkout. A cash order counts by contact and mailbox, and while
 * its email address is not proven also by network and stock level. A free order counts only while its email address is
 * not proven.
 *
 * @returns the order with its cash holds, and the writes that count them, for the checkout's transaction
 * @throws ORDER.FAILED_CREATE if the store takes cash only for proven email addresses
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
  if (ctx.actor.kind !== "visitor" || !countsAsUnpaid(order) || (isFree && proven))
    return { order, writes: [] };
  const remedy = isFree ? PROVE_ADDRESS : `${PROVE_ADDRESS}, or pay by card`;
  if (!proven && !isFree && cartSettings(business).cashNeedsProof)
    throw proofError("the store takes cash for it alone", remedy);
  const email = (proven ? contact?.email : null) ?? order.email;
  const payer = { customer: ctx.actor.id, email, ...(proven ? {} : { ip: ctx.ip }) };
  const limits = [
    ...(await cashLimitsOf("orders", payer, (by, most) => orderLimitError(by, most, isFree))),
    ...(proven ? [] : levelLimits(judged, remedy)),
  ];
  return {
    order: { ...order, cash_holds: cashHoldsOf(limits) },
    writes: takeCashHolds(ctx, order.store_id, limits),
  };
}

/** Whether an order counts towards the limits: it is unpaid, neither cancelled nor completed, and has a contact. */
function countsAsUnpaid({ status, payment_status, payment, contact_id }: Order): boolean {
  const isOver = status === "cancelled" || status === "completed";
  const isUnpaid = payment.type === "free" || (payment.type === "cash" && payment_status === "unpaid");
  return !isOver && isUnpaid && contact_id !== null;
}

/** Stops counting an order that is now paid or ended; returns the order and the writes for the counters. */
export function removeEndedCashHolds<T extends Order>(
  ctx: Pick<Context, "now">,
  before: Order,
  after: T,
): { order: T; writes: Write[] } {
  if (before.cash_holds.length === 0 || countsAsUnpaid(after)) return { order: after, writes: [] };
  return removeCashHolds(ctx, after, before);
}

/** Stops counting an order; returns the order and the writes for the counters. */
export function removeCashHolds<T extends Order>(
  ctx: Pick<Context, "now">,
  after: T,
  { store_id, cash_holds }: Order = after,
): { order: T; writes: Write[] } {
  return { order: { ...after, cash_holds: [] }, writes: releaseCashHolds(ctx, store_id, cash_holds) };
}

/** Orders without a proven email address may together reserve a tenth of each stock level, or a few units. */
function levelLimits({ units, levels }: EvaluatedCart, remedy: string): CashLimit[] {
  const requested = new Map<string, { quantity: number; lineId: string; name: string }>();
  for (const { line, allocations, snapshot } of units) {
    for (const { counted, variant_id, location_id, quantity } of allocations) {
      if (!counted) continue;
      const key = `${variant_id}#${location_id}`;
      const known = requested.get(key)?.quantity ?? 0;
      requested.set(key, {
        quantity: known + quantity,
        lineId: line.id,
        name: nameWithOptions(snapshot, []),
      });
    }
  }
  const limits = levels.flatMap((level): CashLimit[] => {
    const found = requested.get(`${level.variant_id}#${level.location_id}`);
    // A level with backorders never runs out.
    if (!found || level.backorder) return [];
    const share = Math.floor(
      ((level.available + level.reserved) * budgetLimit("cash_percent_of_level", 10)) / 100,
    );
    const most = Math.max(share, budgetLimit("cash_units_of_level", 5));
    const { quantity, lineId, name } = found;
    const counts = `level#${level.variant_id}#${level.location_id}`;
    return [{ name: counts, units: quantity, most, refusal: () => levelLimitError(lineId, name, remedy) }];
  });
  if (limits.length > MAX_LEVELS) throw proofError("it comes from too many places at once", remedy);
  return limits;
}

const PROVE_ADDRESS = "prove your address with a code";

function proofError(why: string, remedy: string): ApiError {
  return refusal(
    `an address that is not proven cannot order it without paying now, as ${why}: ${remedy}`,
    "payment_method_key",
  );
}

function levelLimitError(lineId: string, name: string, remedy: string): ApiError {
  const what = name || "this";
  return refusal(`without a proven address too little of ${what} is left to order unpaid: ${remedy}`, lineId);
}

function orderLimitError(by: "customer" | "address" | "network", most: number, isFree: boolean): ApiError {
  if (isFree)
    return refusal(
      `${most} orders of this ${by} that nothing was paid for are open: ${PROVE_ADDRESS}`,
      "items",
    );
  const open = `${most} orders of this ${by} are to be paid in cash and wait for their money`;
  const later = "pay by card, or order again once one of them is paid or cancelled";
  return refusal(
    `${open}: ${by === "network" ? `${PROVE_ADDRESS}, or pay by card` : later}`,
    "payment_method_key",
  );
}

function refusal(message: string, field: string): ApiError {
  const { code } = ORDER.FAILED_CREATE;
  const validationErrors = [{ field, message, error: code }];
  return ORDER.FAILED_CREATE({ message, validationErrors, reason: "cash_limit" });
}
