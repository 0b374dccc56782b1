import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { reservationRead } from "#lib/booking/reservations/load.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { cartRead } from "#lib/commerce/carts/conversion.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { addShop, type Shop } from "#lib/commerce/carts/read.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { redemptionRead } from "#lib/money/promo-codes/redemption.ts";
import type { Order } from "./schema.ts";
import { orders } from "./table.ts";

/** An order with all that changes with it. */
export interface Whole {
  shop: Shop;
  order: Stored<Order>;
  cart: Stored<Cart> | undefined;
  payment: Stored<Payment> | undefined;
  reservation: Stored<Reservation> | undefined;
  /** The use of its promo code. */
  redemption: ReturnType<ReturnType<typeof redemptionRead>["parse"]> | undefined;
}

/** Reads an order with all that changes with it; `undefined` when there is none. */
export async function findWhole(storeId: string, id: string): Promise<Whole | undefined> {
  const order = await orders.find({ store_id: storeId, id });
  if (!order) return undefined;
  const batch = readBatch();
  const shop = addShop(batch, storeId);
  const { source_cart_id, payment, reservation_ids, promo_code } = order;
  const cart = source_cart_id ? batch.add(cartRead(storeId, source_cart_id)) : undefined;
  const paid = payment.id ? batch.add(paymentRead(storeId, payment.id)) : undefined;
  const [booked] = reservation_ids;
  const reservation = booked ? batch.add(reservationRead(storeId, booked)) : undefined;
  const redemption = promo_code ? batch.add(redemptionRead(storeId, id)) : undefined;
  await batch.run();
  return {
    shop: shop(),
    order,
    cart: cart?.(),
    payment: paid?.(),
    reservation: reservation?.(),
    redemption: redemption?.(),
  };
}

export async function getWhole(storeId: string, id: string): Promise<Whole> {
  const whole = await findWhole(storeId, id);
  if (!whole) throw ORDER.NOT_FOUND();
  return whole;
}
