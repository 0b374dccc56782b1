import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { orders as orderTable } from "#lib/commerce/orders/table.ts";
import { toDoOf } from "#lib/commerce/orders/view.ts";
import { ok } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually } from "#test/support/world.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });

async function toDo({ id: store_id }: Shop, id: string) {
  const order = await orderTable.find({ store_id, id });
  return order && toDoOf(order);
}

test("the to-dos of a cash order are send and pay, then pay, then the return, then none", async () => {
  const shop = await openShop();
  const { order_id } = await checkout(
    shop.id,
    await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]),
    BY_CASH,
  );
  const here = at(shop, order_id);
  const [item] = (await ok(orders.getOrder, here)).items;
  const send = { ...here, body: { lines: [{ order_item_id: item?.id ?? "", quantity: 1 }] } };
  expect(await toDo(shop, order_id)).toEqual(["ship", "pay"]);
  await ok(orders.fulfilOrder, send);
  expect(await toDo(shop, order_id)).toEqual(["ship", "pay"]);
  await ok(orders.fulfilOrder, send);
  expect(await toDo(shop, order_id)).toEqual(["pay"]);
  await ok(orders.updateOrder, { ...here, body: { paid: true } });
  expect(await toDo(shop, order_id)).toEqual([]);
  const { returns } = await ok(orders.askReturn, send);
  expect(await toDo(shop, order_id)).toEqual(["return"]);
  const params = { ...here.params, returnId: returns[0]?.id ?? "" };
  await ok(orders.decideReturn, { params, as: shop.owner, body: { status: "refused" } });
  expect(await toDo(shop, order_id)).toEqual([]);
});

test("an order that waits for payment, was cancelled or refunded has no to-dos", async () => {
  const shop = await openShop();
  const placed = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CARD);
  expect(await toDo(shop, placed.order_id)).toEqual([]);
  await pay(placed.checkoutUrl);
  await eventually(async () => (await toDo(shop, placed.order_id))?.join() === "ship", "it being to send");
  await ok(orders.refundOrder, { ...at(shop, placed.order_id), body: {} });
  await eventually(async () => (await toDo(shop, placed.order_id))?.length === 0, "its money being back");
  const { order_id } = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  await ok(orders.updateOrder, { ...at(shop, order_id), body: { cancel: true } });
  expect(await toDo(shop, order_id)).toEqual([]);
});

test("an appointment that waits for staff is a to-do until they confirm it", async () => {
  const shop = await openShop();
  const params = { businessId: shop.id };
  await ok(services.updateService, {
    params: { ...params, serviceId: shop.service_id },
    as: shop.owner,
    body: { isApprovalRequired: true },
  });
  const { order_id } = await checkout(shop.id, await visitorWithCart(shop, [haircut(shop)]), BY_CASH);
  expect(await toDo(shop, order_id)).toEqual(["confirm", "pay"]);
  const { reservation_ids } = await ok(orders.getOrder, at(shop, order_id));
  await ok(businessReservations.updateBusinessReservation, {
    params: { ...params, reservationId: reservation_ids[0] ?? "" },
    as: shop.owner,
    body: { status: "CONFIRMED" },
  });
  await eventually(async () => (await toDo(shop, order_id))?.join() === "pay", "it being confirmed");
});

test("a pickup order is to be collected, and not sent", async () => {
  const shop = await openShop();
  const params = { businessId: shop.id };
  const { configs } = await ok(businesses.getBusiness, { params, as: shop.owner });
  const counter = { id: "pickup", key: "pickup", amount: 0, locationId: shop.id.replace("store_", "loc_") };
  const markets = configs.markets?.map((market) => ({
    ...market,
    zones: market.zones?.map((zone) => ({ ...zone, shippingMethods: [counter] })),
  }));
  await ok(businesses.updateBusiness, { params, as: shop.owner, body: { configs: { markets } } });
  const buyer = await visitorWithCart(shop, [shop.mug], { shipping_method_id: "pickup" });
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  expect(await toDo(shop, order_id)).toEqual(["collect", "pay"]);
});
