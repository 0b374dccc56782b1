import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";

test("a mug and a haircut are bought in one order with one reservation, for cash", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)]);
  const params = { storeId: shop.id, cartId: cart.id };
  const quote = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
  expect(quote).toMatchObject({ subtotal: 7400, total: 7400, charge_amount: 7400, shipping: 0 });
  expect(quote.items.map(({ availability }) => availability.ok)).toEqual([true, true]);
  const body = { payment_method_key: "cash", email: "grace@example.com" };
  const placed = await ok(storefrontCarts.checkoutVisitorCart, { params, as, body });
  expect(placed).toMatchObject({ status: "confirmed", total: 7400, payment_action: { type: "none" } });
  const again = await call(storefrontCarts.checkoutVisitorCart, { params, as, body });
  expect(again).toMatchObject({ status: 200, body: { order_id: placed.order_id } });
  const order = await ok(orders.getOrder, {
    params: { storeId: shop.id, orderId: placed.order_id },
    as: shop.owner,
  });
  expect(order).toMatchObject({ status: "confirmed", payment_status: "unpaid", subtotal: 7400 });
  expect(order.reservation_ids).toHaveLength(1);
  expect(order.items.map(({ type, quantity, status }) => [type, quantity, status.status])).toEqual([
    ["product", 2, "confirmed"],
    ["service", 1, "confirmed"],
  ]);
});
