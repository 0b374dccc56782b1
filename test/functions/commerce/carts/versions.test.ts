import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { ok } from "#test/support/client.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";

test("reading and pricing a cart do not change its version", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const at = { params: { storeId: shop.id, cartId: cart.id }, as };
  await ok(storefrontCarts.quoteVisitorCart, { ...at, body: {} });
  const read = await ok(storefrontCarts.currentCart, {
    params: { storeId: shop.id },
    as,
    body: { market: "eu" },
  });
  expect(read.version).toBe(cart.version);
  const body = { version: cart.version, items: [{ ...shop.mug, quantity: 2 }] };
  const changed = await ok(storefrontCarts.updateVisitorCart, { ...at, body });
  expect(changed.version).toBe((cart.version ?? 0) + 1);
});
