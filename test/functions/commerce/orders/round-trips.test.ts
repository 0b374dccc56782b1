import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { BY_CARD, BY_CASH } from "#test/support/orders.ts";
import { warmRoundTrips } from "#test/support/round-trips.ts";
import { createGoods, type Goods, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";

test("a checkout of five lines by a buyer who is new here is five round trips", async () => {
  const { shop, goods } = await fiveOnSale();
  const buyers = [await visitorWithCart(shop, goods), await visitorWithCart(shop, goods)];
  const { reply, rounds } = await warmRoundTrips(storefrontCarts.checkoutVisitorCart, () => {
    const { as, cart } = buyers.pop() ?? {};
    return { params: { storeId: shop.id, cartId: cart?.id ?? "" }, token: as?.token ?? "", body: BY_CARD };
  });
  expect(reply.status, reply.body).toBe(201);
  // Round trips: caller; cart and budget; goods and number; order; URL of its payment page.
  expect(rounds).toEqual(["BatchGet", "BatchGet + Update", "BatchGet + Update", "TransactWrite", "Put"]);
});

test("a cash checkout by an unknown visitor is four round trips, limits included", async () => {
  const { shop, goods } = await fiveOnSale();
  const buyers = [await visitorWithCart(shop, goods), await visitorWithCart(shop, goods)];
  const { reply, rounds } = await warmRoundTrips(storefrontCarts.checkoutVisitorCart, () => {
    const { as, cart } = buyers.pop() ?? {};
    return { params: { storeId: shop.id, cartId: cart?.id ?? "" }, token: as?.token ?? "", body: BY_CASH };
  });
  expect(reply.status, reply.body).toBe(201);
  expect(rounds).toEqual(["BatchGet", "BatchGet + Update", "BatchGet + Update", "TransactWrite"]);
});

test("a change of a cart with five lines reads the cart, then its lines, and is one transaction", async () => {
  const { shop, goods } = await fiveOnSale();
  const { as, cart } = await visitorWithCart(shop, goods);
  let quantity = 2;
  const changed = await warmRoundTrips(storefrontCarts.updateVisitorCart, () => {
    quantity += 1;
    const items = goods.map((each) => ({ ...each, quantity }));
    return { params: { storeId: shop.id, cartId: cart.id }, token: as.token, body: { items } };
  });
  expect(changed).toMatchObject({
    reply: { status: 200 },
    rounds: ["BatchGet", "BatchGet", "TransactWrite"],
  });
});

test("a quote of a cart reads the cart, then its lines, and stores the shown prices", async () => {
  const { shop, goods } = await fiveOnSale();
  const { as, cart } = await visitorWithCart(shop, goods);
  const request = { params: { storeId: shop.id, cartId: cart.id }, token: as.token, body: {} };
  const quoted = await warmRoundTrips(storefrontCarts.quoteVisitorCart, () => request);
  expect(quoted).toMatchObject({ reply: { status: 200 }, rounds: ["BatchGet", "BatchGet", "Update"] });
});

test("a known product with its stock is one round trip, and a page of products two", async () => {
  const { shop } = await fiveOnSale();
  await waitForWorkers(shop.id);
  const params = { storeId: shop.id };
  const byKey = { params: { ...params, productId: `${shop.id}:cup-1` } };
  const one = await warmRoundTrips(products.getProduct, () => byKey);
  expect(one).toMatchObject({ reply: { status: 200 }, rounds: ["BatchGet"] });
  const page = await warmRoundTrips(products.listProducts, () => ({ params }));
  expect(page).toMatchObject({ reply: { status: 200 }, rounds: ["Query", "BatchGet"] });
});

async function fiveOnSale(): Promise<{ shop: Shop; goods: (Goods & { quantity: number })[] }> {
  const shop = await openShop();
  const goods = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => createGoods(shop, `cup-${index}`, { amount: 900 + index, units: 50 })),
  );
  return { shop, goods: goods.map((each) => ({ ...each, quantity: 2 })) };
}
