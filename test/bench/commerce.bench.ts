import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { products as productTable } from "#lib/commerce/products/table.ts";
import { ok } from "#test/support/client.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { BERLIN, type Goods, openShop, type Shop, sell, visitorWith } from "#test/support/shop.ts";
import { causedBy } from "./behind.ts";
import { blocks } from "./content.ts";
import { copies } from "./fill.ts";
import { bundles } from "./handlers.ts";
import { hotVariant } from "./hot-variant.ts";
import { compare, type Scenario } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";

export const name = "commerce: reads, carts, quotes and checkouts through the deployed code";

const PRODUCTS = Number(process.env.BENCH_RECORDS ?? 1000);

export async function run(stack: BenchStack): Promise<string> {
  process.env.BUDGETS = JSON.stringify({ "*": [1_000_000_000, 600] });
  const shop = await openShop({ units: 1_000_000 });
  const goods: Goods[] = [];
  for (let index = 0; index < 10; index++) {
    goods.push(await sell(shop, `cup-${index}`, { amount: 900 + index, units: 1_000_000, weight: 200 }));
  }
  await fill(stack, shop);
  const spine = await formsOf(shop);
  const scenarios = [...spine, ...scenariosOf(shop, goods)];
  await bundles(scenarios.map(({ operation }) => operation));
  const changes = scenarios.filter(({ label }) => /change|checkout/.test(label));
  return [await compare(scenarios, spine[0]?.label), await causedBy(stack, changes), hotVariant()].join(
    "\n\n",
  );
}

/** Products in two languages with four counted variants, as a small catalogue has them; their stock was added up. */
async function fill(stack: BenchStack, { id: storeId, owner: as }: Shop): Promise<void> {
  const unique = "kettle";
  const prices = [{ market: "eu", amount: 4900 }];
  const { id } = await ok(products.createProduct, {
    params: { storeId },
    as,
    body: {
      key: unique,
      slug: { en: unique, de: `${unique}-de` },
      status: "active",
      blocks: blocks("Kettle"),
      variants: [50, 40, 30, 0].map((available) => ({ prices, inventory: [{ available }] })),
    },
  });
  await fetch(`${stack.api}/_local/drain`, { method: "POST" });
  await copies({ key: (one) => productTable.key({ store_id: storeId, id: one }), id, unique }, PRODUCTS);
}

/** Calls of the spine, for the ratio that commerce has to them in the same run. */
async function formsOf({ id: storeId, owner }: Shop): Promise<Scenario[]> {
  const params = { storeId };
  const schema = [{ type: "text" as const, key: "message", required: true }];
  const { id: formId } = await ok(forms.createForm, { params, as: owner, body: { key: "bench", schema } });
  const { token } = owner;
  let keys = 0;
  return [
    {
      label: "spine: form, read",
      goal: { cpu: 0.6 },
      operation: forms.getForm,
      request: () => ({ params: { storeId, formId }, token }),
    },
    {
      label: "spine: form, create",
      goal: { cpu: 0.8 },
      operation: forms.createForm,
      request: () => ({ params, token, body: { key: `form-${++keys}`, schema } }),
    },
  ];
}

function scenariosOf(shop: Shop, goods: Goods[]): Scenario[] {
  const { id: storeId, owner } = shop;
  const lines = (count: number, quantity: number) =>
    goods.slice(0, count).map((each) => ({ ...each, quantity }));
  const shoppers: { token: string; cartId: string }[] = [];
  const shopper = async (count: number) => {
    const { as, cart } = await visitorWith(shop, lines(count, 1));
    return { token: as.token, cartId: cart.id };
  };
  const standing = async (count: number, index: number) => {
    const place = count * 10 + (((index % 10) + 10) % 10);
    shoppers[place] ??= await shopper(count);
    return shoppers[place];
  };
  return [
    {
      label: "product, read by slug",
      goal: { cpu: 0.8 },
      operation: products.getProduct,
      request: () => ({ params: { storeId, productId: `${storeId}:en:kettle` } }),
    },
    {
      label: "products, list of 50",
      goal: { cpu: 1.2 },
      operation: products.listProducts,
      request: () => ({ params: { storeId }, query: { limit: "50" } }),
    },
    {
      label: "products, list of 50 to staff",
      operation: products.listProducts,
      request: () => ({ params: { storeId }, token: owner.token, query: { limit: "50" } }),
    },
    {
      label: "cart change, 5 lines",
      goal: { cpu: 2.5, trips: 3 },
      operation: storefrontCarts.updateVisitorCart,
      request: async (index) => {
        const { token, cartId } = await standing(5, index);
        return { params: { storeId, cartId }, token, body: { items: lines(5, 1 + (Math.abs(index) % 7)) } };
      },
    },
    {
      label: "quote of 10 lines",
      goal: { cpu: 3 },
      operation: storefrontCarts.quoteVisitorCart,
      request: async (index) => {
        const { token, cartId } = await standing(10, index);
        return { params: { storeId, cartId }, token, body: { shipping_address: BERLIN } };
      },
    },
    {
      label: "checkout of 5 lines",
      goal: { cpu: 6, trips: 5 },
      calls: 12,
      operation: storefrontCarts.checkoutVisitorCart,
      request: async () => {
        const { token, cartId } = await shopper(5);
        return { params: { storeId, cartId }, token, body: BY_CARD };
      },
    },
  ];
}
