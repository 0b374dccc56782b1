import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { publications } from "#functions/engagement/social/routes.ts";
import { ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { connectSandbox } from "#test/support/social.ts";
import { eventually, openStore, type Somebody, somebody } from "#test/support/world.ts";

async function typesOf(businessId: string, owner: Somebody, entity: string): Promise<string[]> {
  const query = { entity, limit: 100 };
  const { items } = await ok(businessEvents.listBusinessEvents, { params: { businessId }, as: owner, query });
  return items.map(({ type }) => type);
}

test("a PUT of an unchanged cart announces nothing", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const params = { storeId: shop.id, cartId: cart.id };
  // Some seconds later, as the new time of the cart's last use is no change.
  const put = (later: number) =>
    ok(storefrontCarts.updateVisitorCart, {
      params,
      as,
      at: Math.floor(Date.now() / 1000) + later,
      body: { promo_code: "LATER", shipping_address: BERLIN },
    });
  const first = await put(0);
  const before = await typesOf(shop.id, shop.owner, `cart:${cart.id}`);
  const again = await put(30);
  expect(again).toMatchObject({ promo_code: "LATER", shipping_address: first.shipping_address });
  expect(await typesOf(shop.id, shop.owner, `cart:${cart.id}`)).toEqual(before);
  expect(before).toContain("cart.updated");
});

test("a PUT of an unchanged order announces nothing and leaves no line in its history", async () => {
  const shop = await openShop();
  const { order_id: orderId } = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  const at = { params: { storeId: shop.id, orderId }, as: shop.owner };
  const change = { ...at, body: { shipping_address: { ...BERLIN, name: "Ada Lovelace" } } };
  // Fields that workers write are no change.
  await eventually(
    async () => (await ok(orders.getOrder, at)).facts.is_first !== null,
    "the order being noted as the first",
  );
  const first = await ok(orders.updateOrder, change);
  const before = await typesOf(shop.id, shop.owner, `order:${orderId}`);
  expect(await ok(orders.updateOrder, change)).toEqual(first);
  expect(await typesOf(shop.id, shop.owner, `order:${orderId}`)).toEqual(before);
  expect(before).toContain("order.updated");
});

test("a PUT of an unchanged reservation announces nothing", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const { reservationId } = await ok(reservations.checkoutReservation, {
    as: await somebody(),
    body: { paymentMethod: "cash", parts },
  });
  const params = { businessId, reservationId };
  const put = (body: object) =>
    ok(businessReservations.updateBusinessReservation, { params, as: owner, body });
  const first = await put({ parts, status: "CONFIRMED" });
  const before = await typesOf(businessId, owner, `reservation:${reservationId}`);
  expect(await put({ parts, status: "CONFIRMED" })).toEqual(first);
  expect(await typesOf(businessId, owner, `reservation:${reservationId}`)).toEqual(before);
  expect(before).not.toContain("reservation.updated");
});

test("a PUT of an unchanged publication announces nothing", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const params = { storeId: store.id };
  const body = { social_account_id: account.id, key: "spring", content: { text: "We are open." } };
  const { publication } = await ok(publications.createPublication, { params, as: store.owner, body });
  const again = await ok(publications.updatePublication, {
    params: { ...params, publicationId: publication.id },
    as: store.owner,
    body,
  });
  expect(again.publication).toEqual(publication);
  expect(await typesOf(store.id, store.owner, `publication:${publication.id}`)).toEqual([
    "publication.created",
  ]);
});
