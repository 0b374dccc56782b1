import { reservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { bookByCard, sendSandboxCallback, waitForStatus } from "#test/support/bookings.ts";
import { type As, ok } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { openSalon } from "#test/support/salon.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, somebody } from "#test/support/world.ts";

export interface PaidRecord {
  storeId: string;
  owner: As;
  /** Amount captured, in minor units. */
  captured: number;
  /** Amount refunded or about to be refunded, in minor units. */
  back(): Promise<number>;
  /** Sends the request that may cause a refund. */
  ask(as: As, more: object): Promise<{ status: number; body: unknown }>;
  /** Waits until all consequences are done. */
  done(): Promise<unknown>;
}

export interface PaidOrderOptions {
  by?: "card" | "cash";
  /** Whether a part was fulfilled, so that the buyer cannot cancel any more. */
  sent?: boolean;
}

/** A shop, and a day on which nobody has booked there yet. */
interface BookingDay {
  shop: Shop;
  /** Days from the first Monday. */
  day: number;
}

/** Orders per shop, each on its own day: keeps both shops and days few. */
const ORDERS_PER_SHOP = 20;
const shops: Promise<Shop>[] = [];
let usedDays = 0;

/** The next free day of a shop that orders share. */
export async function nextFreeDay(): Promise<BookingDay> {
  const index = usedDays++;
  const at = Math.floor(index / ORDERS_PER_SHOP);
  shops[at] ??= openShop({ units: 10 * ORDERS_PER_SHOP });
  return { shop: await shops[at], day: index % ORDERS_PER_SHOP };
}

/** An order of two mugs and two haircuts that is paid, or will be paid in cash. */
export async function paidOrder({
  by = "card",
  sent = false,
  owed = false,
  place,
}: PaidOrderOptions & { owed?: boolean; place?: BookingDay } = {}) {
  const { shop, day } = place ?? { shop: await openShop(), day: 0 };
  const first = haircut(shop, day * 24);
  const slots = [first, haircut(shop, day * 24 + 2)].flatMap((each) => each.slots);
  const buyer = await visitorWithCart(shop, [
    { ...shop.mug, quantity: 2 },
    { ...first, slots },
  ]);
  const { order_id: orderId, checkoutUrl } = await checkout(
    shop.id,
    buyer,
    by === "card" ? BY_CARD : BY_CASH,
  );
  const params = { storeId: shop.id, orderId };
  const at = { params, as: shop.owner };
  if (by === "card") await pay(checkoutUrl);
  else if (!owed) await ok(orders.updateOrder, { ...at, body: { paid: true } });
  const read = () => ok(orders.getOrder, at);
  const order = await eventually(async () => {
    const found = await read();
    return (owed || found.payment_status === "paid") && found.status === "confirmed" && found;
  }, "an order that is paid");
  const [mugs, cut] = [order.items[0], order.items[1]];
  if (!mugs || !cut) throw new Error("The order has no lines.");
  const lines = [{ order_item_id: mugs.id, quantity: 1 }];
  if (sent) await ok(orders.fulfilOrder, { ...at, body: { lines } });
  const back = async () => {
    const { payment } = await read();
    const card = await paymentFor(shop.id, orderId);
    return Math.max(
      payment.refunded + payment.refund_pending,
      card ? card.refunded + card.refund_pending : 0,
    );
  };
  const reservationId = order.reservation_ids[0] ?? "";
  return { shop, params, at, read, back, mugs, cut, lines, reservationId, captured: order.payment.captured };
}
export type PaidOrder = Awaited<ReturnType<typeof paidOrder>>;

/** Waits until the lines of an order match its reservation: a worker copies each change. */
export function waitUntilCopied({ shop, reservationId, read }: PaidOrder): Promise<unknown> {
  const at = { params: { reservationId }, as: shop.owner };
  return eventually(async () => {
    const [{ items }, { status, parts }] = [await read(), await ok(reservations.getReservation, at)];
    const kept = status === "CANCELLED" ? [] : parts.map(({ id }) => id);
    return items
      .filter(({ part_id }) => part_id !== null && !kept.includes(part_id))
      .every(({ cancelled_quantity, fulfilled_quantity }) => cancelled_quantity + fulfilled_quantity === 1);
  }, "the order following its reservation");
}

/** A change that removes the first appointment of an order. */
export async function firstPartRemoval({ shop, reservationId }: PaidOrder): Promise<object> {
  const { parts } = await ok(reservations.getReservation, { params: { reservationId }, as: shop.owner });
  return { parts: parts.slice(1).map(({ price: _, ...part }) => part) };
}

/** A paid booking that waits for the store's confirmation. */
export async function paidRequest(
  ask: (
    salon: { businessId: string; reservationId: string },
    as: As,
    more: object,
  ) => ReturnType<PaidRecord["ask"]>,
): Promise<PaidRecord> {
  const salon = await openSalon({ service: { isApprovalRequired: true } });
  const { reservationId, paymentId } = await bookByCard(salon, await somebody());
  await sendSandboxCallback(salon, paymentId ?? "", "captured");
  await waitForStatus(salon, reservationId, "PENDING");
  const { businessId, owner } = salon;
  return {
    storeId: businessId,
    owner,
    captured: 5000,
    async back() {
      const payment = await paymentFor(businessId, reservationId);
      return payment ? payment.refunded + payment.refund_pending : 0;
    },
    ask: (as, more) => ask({ businessId, reservationId }, as, more),
    done: async () => undefined,
  };
}
