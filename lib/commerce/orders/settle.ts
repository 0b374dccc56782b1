import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { DAY } from "#core/seconds.ts";
import { isFree } from "#lib/commerce/carts/record.ts";
import { plan, readLevels } from "#lib/commerce/inventory/plan.ts";
import { defaultLocation } from "#lib/commerce/locations/book.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { bookingAnew, firming } from "./appointments.ts";
import { type News, untold } from "./books.ts";
import type { Again } from "./happenings.ts";
import { orderLife } from "./lifecycle.ts";
import { hasExpired, keptOf } from "./payment-steps.ts";
import { commit, findWhole, nextNumber, type Whole, whileContended } from "./record.ts";
import type { OrderItem } from "./schema.ts";
import { changed, termsAfter } from "./statuses.ts";
import { heldOf } from "./units.ts";

/** Days for which a payment may be under way. */
export const MAX_WAIT = 14 * DAY;

/**
 * Brings an order to where its payment is now. It heeds what the payment is, not what was told of it: any order of
 * callbacks, ticks and returning buyers ends the same.
 */
export async function settleOrder(ctx: Context, storeId: string, orderId: string): Promise<void> {
  await whileContended(async () => {
    const whole = await findWhole(storeId, orderId);
    if (whole?.payment) await settle(ctx, { ...whole, payment: whole.payment });
  });
}

/** An order and its payment, as the last step of a settlement has left them. */
type Standing = Whole & { payment: Stored<Payment> };

async function settle(ctx: Context, whole: Standing): Promise<void> {
  const { order, payment } = whole;
  const [first] = untold(order.entries, payment);
  const came = first?.of === "money" ? first : undefined;
  if (order.status === "pending" && !came && (await followPage(ctx, whole))) return;
  await noteRest(ctx, came ? await moneyCame(ctx, whole, came) : whole);
}

/** Follows a page on which nothing has come; whether that was all. */
async function followPage(ctx: Context, whole: Standing): Promise<boolean> {
  const { order, payment, reservation } = whole;
  const [now, before] = [payment.status, order.payment.status];
  const by = ctx;
  const step = async (happening: Parameters<typeof orderLife.step>[1]) => {
    await commit(ctx, whole, orderLife.step(whole, happening));
    return true;
  };
  if (now === "authorized" && before !== "authorized") {
    const times = (await firming(ctx, reservation, "held")) ?? [];
    return step({ is: "be under way", payment, times, by });
  }
  if ((now === "failed" || now === "expired") && before === "authorized")
    return step({ is: "come to nothing", why: "payment_failed", by });
  return now === "failed" && before !== "failed" && step({ is: "be declined", payment, by });
}

/** Money that comes for an order that waits for it, or whose hold has ended: it takes what it needs, all or none. */
async function moneyCame(ctx: Context, whole: Standing, news: News): Promise<Standing> {
  const { order, reservation } = whole;
  if (order.status !== "pending") return paid(ctx, whole, news, { again: await takeAgain(ctx, whole) });
  const times = await firming(ctx, reservation, "booked");
  if (times) return paid(ctx, whole, news, { times });
  // The time of an appointment is gone although its goods are not.
  const nothing = { is: "come to nothing", why: "hold_ended", by: ctx } as const;
  await commit(ctx, whole, orderLife.step(whole, nothing));
  const again = await findWhole(order.store_id, order.id);
  if (!again) throw new Contention("The order went meanwhile.");
  return paid(ctx, { ...again, payment: whole.payment }, news);
}

/**
 * What an order takes anew whose hold had ended; `undefined` where it stays over, its appointment was cancelled, or its
 * cart became another order.
 */
async function takeAgain(ctx: Context, whole: Standing): Promise<Again | undefined> {
  const { order, cart, reservation } = whole;
  if (order.status !== "cancelled" || !hasExpired(order) || !isFree(cart)) return undefined;
  const items = await takenAgain(whole);
  const times = items && (await bookingAnew(ctx, reservation));
  return times && { items, times };
}

async function paid(
  ctx: Context,
  whole: Standing,
  news: News,
  { times = [], again }: Partial<Again> & { again?: Again | undefined } = {},
): Promise<Standing> {
  const { order, payment } = whole;
  const isKept = order.status === "pending" || again || keptOf(order, payment, news) > 0;
  const receipt = order.receipt_number ?? (isKept ? await nextNumber(ctx, order.store_id, "receipt") : null);
  const money = { is: "be paid", payment, news, times, again, receipt, by: ctx } as const;
  const outcome = orderLife.step(whole, money);
  const after = await commit(ctx, whole, outcome);
  return { ...whole, order: after, payment: outcome.payment ?? payment };
}

/** Notes one by one what else is new of a payment: each refund is a change and an announcement of its own. */
async function noteRest(ctx: Context, from: Standing): Promise<void> {
  let at = from;
  for (;;) {
    const [news] = untold(at.order.entries, at.payment);
    // Of an order that waits for its money nothing has gone back.
    if (!news || (news.of !== "money" && at.order.status === "pending")) break;
    at = news.of === "money" ? await paid(ctx, at, news) : await toldOfRefund(ctx, at, news);
  }
  const { order, payment } = at;
  const record = changed(ctx, order, { payment: termsAfter(order, payment) }, "payment_updated");
  await commit(ctx, at, { record, isSaid: true });
}

async function toldOfRefund(ctx: Context, whole: Standing, news: News): Promise<Standing> {
  const { payment } = whole;
  const told = { is: "be told of a refund", payment, news, by: ctx } as const;
  return { ...whole, order: await commit(ctx, whole, orderLife.step(whole, told)) };
}

/** The items of an order whose hold had ended, with what they take now; `undefined` where not all of it can be had. */
async function takenAgain({ order, shop }: Pick<Whole, "order" | "shop">): Promise<OrderItem[] | undefined> {
  const goods = order.items.filter(({ type }) => type === "product");
  const levels = await readLevels(
    order.store_id,
    goods.flatMap(({ variant_id }) => variant_id ?? []),
    shop.locations,
  );
  const wanted = goods.map(({ id, product_id, variant_id, quantity, allocations }) => ({
    line_id: id,
    product_id: product_id ?? "",
    variant_id: variant_id ?? "",
    quantity,
    counted: allocations.some(({ counted }) => counted),
  }));
  const planned = plan(wanted, levels, { defaultId: defaultLocation(shop.locations).id });
  if (planned.some(({ missing }) => missing > 0)) return undefined;
  const found = new Map(planned.map(({ line_id, allocations }) => [line_id, allocations]));
  return order.items.map((item) => ({
    ...item,
    cancelled_quantity: 0,
    allocations: heldOf(found.get(item.id) ?? []),
    location_id: found.get(item.id)?.[0]?.location_id ?? item.location_id,
  }));
}
