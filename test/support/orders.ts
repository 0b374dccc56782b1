import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { readLevels } from "#lib/commerce/inventory/plan.ts";
import { readLocations } from "#lib/commerce/locations/location-book.ts";
import { paymentOf } from "#lib/commerce/orders/books.ts";
import type { OrderPayment } from "#lib/commerce/orders/books-schema.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { holds, orders } from "#lib/commerce/orders/table.ts";
import { itemsOfPartitions, storedEvents } from "./bookings.ts";
import { call, ok } from "./client.ts";
import type { Goods } from "./shop.ts";

export const BY_CARD = { payment_method_key: "credit_card", email: "grace@example.com" };
export const BY_CASH = { payment_method_key: "cash", email: "grace@example.com" };

type Visitor = { as: { token: string }; cart: { id: string } };

const checkoutOf = (storeId: string, { as, cart }: Visitor, body: object = BY_CARD, at?: number) => ({
  params: { storeId, cartId: cart.id },
  ...{ as, body, ...(at === undefined ? {} : { at }) },
});

export const checkout = (...by: Parameters<typeof checkoutOf>) =>
  ok(storefrontCarts.checkoutVisitorCart, checkoutOf(...by));

/** Checks out a cart; the answer may be a refusal. */
export const tryCheckout = (...by: Parameters<typeof checkoutOf>) =>
  call(storefrontCarts.checkoutVisitorCart, checkoutOf(...by));

export async function pay(
  url: string | null,
  decision: "approve" | "decline" | "delay" = "approve",
  at?: number,
) {
  const headers: Record<string, string> = at === undefined ? {} : { "x-local-time": String(at) };
  const body = new URLSearchParams({ decision });
  return fetch(url ?? "", { method: "POST", body, redirect: "manual", headers });
}

/** Available and reserved stock of a variant in all locations. */
export async function stockOf(storeId: string, { variant_id }: Goods) {
  const found = await readLevels(storeId, [variant_id], await readLocations(storeId));
  return {
    available: found.reduce((sum, { available }) => sum + available, 0),
    reserved: found.reduce((sum, { reserved }) => sum + reserved, 0),
  };
}

/** A parcel for mugs, and its sender. */
export const PARCEL = {
  length: 20,
  width: 15,
  height: 10,
  weight: 700,
  mass_unit: "g",
  distance_unit: "cm",
} as const;
export const SENDER = { name: "Shop", street1: "Rue 1", city: "Berlin", postal_code: "10115", country: "DE" };

/** A label request for units of an order's first item. */
export function labelFor(
  { id, items }: Pick<Order, "id" | "items">,
  rate_id: string,
  quantity: number,
  item = items[0],
) {
  return {
    order_id: id,
    rate_id,
    carrier: "sandbox",
    service: "sandbox_standard",
    location_id: item?.location_id ?? "",
    lines: [{ order_item_id: item?.id ?? "", quantity }],
  };
}

/** Orders of a store with their payments. */
export async function ordersOf(storeId: string): Promise<(Order & { payment: OrderPayment })[]> {
  const found = (await itemsOfPartitions(...orders.partitions({ store_id: storeId }))).map((item) =>
    orders.parse(item),
  );
  return found.map((order) => ({ ...order, payment: paymentOf(order) }));
}

export async function holdsOf(storeId: string): Promise<string[]> {
  const found = await itemsOfPartitions(...holds.partitions({ store_id: storeId }));
  return found.map((item) => holds.parse(item).order_id);
}

export async function eventTypesOf(storeId: string, orderId: string): Promise<string[]> {
  const found = await storedEvents(storeId);
  return found.filter(({ record_id }) => record_id === orderId).map(({ type }) => type);
}

/**
 * Checks that units on hand and shipped units make up the opening stock, that orders hold exactly what is
 * reserved, and that no level without backorder is negative.
 */
export async function auditStock(
  storeId: string,
  variants: readonly Goods[],
  opening: number,
): Promise<void> {
  const all = await ordersOf(storeId);
  const allocated = all.flatMap(({ items }) => items.flatMap(({ allocations }) => allocations));
  for (const { variant_id } of variants) {
    const found = await readLevels(storeId, [variant_id], await readLocations(storeId));
    for (const level of found) {
      const reserved = allocated
        .filter(
          (each) => each.variant_id === variant_id && each.location_id === level.location_id && each.counted,
        )
        .reduce((sum, each) => sum + each.reserved, 0);
      if (level.reserved !== reserved)
        throw new Error(`${variant_id} has ${level.reserved} reserved; its orders hold ${reserved}.`);
      if (level.available < 0 && !level.backorder) throw new Error(`${variant_id} has ${level.available}.`);
    }
    const sent = all
      .flatMap(({ items }) => items)
      .filter((item) => item.variant_id === variant_id)
      .reduce((sum, { fulfilled_quantity }) => sum + fulfilled_quantity, 0);
    const onHand = found.reduce((sum, { available, reserved }) => sum + available + reserved, 0);
    if (onHand + sent !== opening) throw new Error(`${onHand} on hand and ${sent} sent are not ${opening}.`);
  }
}
