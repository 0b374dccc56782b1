import { expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { type Goods, openShop, type Shop, sell, visitorWith } from "#test/support/shop.ts";
import { watched } from "#test/support/table.ts";

test("a checkout of five lines is two rounds of reads, one transaction and one write of its page's address", async () => {
  const { shop, goods } = await fiveOnSale();
  const { as, cart } = await visitorWith(shop, goods);
  const request = { params: { storeId: shop.id, cartId: cart.id }, token: as.token, body: BY_CARD };
  expect(await roundsOf(storefrontCarts.checkoutVisitorCart, request)).toEqual([
    "BatchGet + Update",
    "BatchGet + Update",
    "TransactWrite",
    "Put",
  ]);
});

test("a change of a cart with five lines reads the cart, then its lines, and is one transaction", async () => {
  const { shop, goods } = await fiveOnSale();
  const { as, cart } = await visitorWith(shop, goods);
  const items = goods.map((each) => ({ ...each, quantity: 3 }));
  const request = { params: { storeId: shop.id, cartId: cart.id }, token: as.token, body: { items } };
  expect(await roundsOf(storefrontCarts.updateVisitorCart, request)).toEqual([
    "BatchGet",
    "BatchGet",
    "TransactWrite",
  ]);
});

test("a product is read with its store's places, and its stock then; a page of products is four calls", async () => {
  const { shop } = await fiveOnSale();
  const byKey = { params: { storeId: shop.id, productId: `${shop.id}:cup-1` } };
  expect(await roundsOf(products.getProduct, byKey)).toEqual(["Get", "BatchGet", "BatchGet"]);
  const page = { params: { storeId: shop.id } };
  const calls = (await roundsOf(products.listProducts, page)).flatMap((round) => round.split(" + "));
  expect(calls.toSorted()).toEqual(["BatchGet", "BatchGet", "Get", "Query"]);
});

async function fiveOnSale(): Promise<{ shop: Shop; goods: (Goods & { quantity: number })[] }> {
  const shop = await openShop();
  const goods = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => sell(shop, `cup-${index}`, { amount: 900 + index, units: 50 })),
  );
  return { shop, goods: goods.map((each) => ({ ...each, quantity: 2 })) };
}

interface Request {
  params: Record<string, string>;
  token?: string;
  body?: object;
}

/** What is read to know who calls, and remembered for a while. */
const OF_CALLER = /TOMBSTONE|CONTACT_SESSION|"Keys":\[\{"pk":"[^"]*","sk":"TENANT"\}\]/;

/** The calls to the table of one request once it is let through: those that are under way together are one round. */
async function roundsOf(operation: Operation, { body, ...request }: Request): Promise<string[]> {
  const { calls, result } = await watched(() =>
    invokeDirect(operation, { ...request, ...(body ? { body: JSON.stringify(body) } : {}) }),
  );
  expect(result.status, result.body).toBeLessThan(300);
  const own = calls.filter(
    ({ input }) => !("RequestItems" in input && OF_CALLER.test(JSON.stringify(input))),
  );
  const rounds: { until: number; names: string[] }[] = [];
  for (const { command, started, milliseconds } of own.toSorted(
    (one, other) => one.started - other.started,
  )) {
    const name = command.replace(/(Items?)?Command/, "");
    const last = rounds.at(-1);
    if (last && started < last.until) last.names.push(name);
    else rounds.push({ until: started + milliseconds, names: [name] });
  }
  return rounds.map(({ names }) => names.toSorted().join(" + "));
}
