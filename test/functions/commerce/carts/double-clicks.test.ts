import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";

test("ten concurrent clicks on one cart all count", async () => {
  const shop = await openShop({ units: 100 });
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const place = { params: { storeId: shop.id, cartId: cart.id }, as };
  const clicks = Array.from({ length: 10 }, () =>
    call(storefrontCarts.addVisitorCartItem, { ...place, body: shop.mug }),
  );
  const statuses = (await Promise.all(clicks)).map(({ status }) => status);
  expect(statuses).toEqual(Array(10).fill(200));
  const { item_count } = await ok(storefrontCarts.getVisitorCart, place);
  expect(item_count).toBe(11);
});
