import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { ok } from "#test/support/client.ts";
import { BY_CARD, BY_CASH } from "#test/support/orders.ts";
import { inParallel } from "#test/support/random.ts";
import { BERLIN, createGoods, type Goods, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { entryBlocks } from "./content.ts";
import { type Change, downstreamCost } from "./downstream-cost.ts";
import { buildBundles } from "./handlers.ts";
import { hotVariantReport } from "./hot-variant.ts";
import { compareScenarios, type Scenario, scenarioChange } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";

export const name = "commerce: reads, carts, quotes and checkouts through the deployed code";

const PRODUCTS = Number(process.env.BENCH_RECORDS ?? 1000);

export async function run(stack: BenchStack): Promise<string> {
  process.env.BUDGETS = JSON.stringify({ "*": [1_000_000_000, 600] });
  const shop = await openShop({ units: 1_000_000 });
  const goods: Goods[] = [];
  for (let index = 0; index < 10; index++) {
    goods.push(
      await createGoods(shop, `cup-${index}`, { amount: 900 + index, units: 1_000_000, weight: 200 }),
    );
  }
  await createProducts(stack, shop);
  const spine = await formScenarios(shop);
  const scenarios = [...spine, ...shopScenarios(shop, goods)];
  await buildBundles(scenarios.map(({ operation }) => operation));
  const changes = [
    ...scenarios.filter(({ label }) => /change/.test(label)).map(scenarioChange),
    ...saleChanges(shop, goods),
  ];
  return [
    await compareScenarios(scenarios, spine[0]?.label),
    await downstreamCost(stack, changes),
    hotVariantReport(),
  ].join("\n\n");
}

/** Creates products through the API, each in two languages with four variants stocked at two locations. */
async function createProducts(stack: BenchStack, { id: storeId, owner: as }: Shop): Promise<void> {
  const prices = [{ market: "eu", amount: 4900 }];
  const params = { storeId };
  const made = ["north", "south"].map((key) => ok(locations.createLocation, { params, as, body: { key } }));
  const places = (await Promise.all(made)).map(({ id }) => id);
  await inParallel(PRODUCTS, 8, async (index) => {
    const key = index === 0 ? "kettle" : `kettle-${index}`;
    const inventory = (available: number) => places.map((location_id) => ({ location_id, available }));
    await ok(products.createProduct, {
      params,
      as,
      body: {
        key,
        slug: { en: key, de: `${key}-de` },
        status: "active",
        blocks: entryBlocks("Kettle"),
        variants: [50, 40, 30, 0].map((available) => ({ prices, inventory: inventory(available) })),
      },
    });
  });
  await fetch(`${stack.api}/_local/drain`, { method: "POST" });
}

/** Calls of the spine bench, with which the other scenarios are compared. */
async function formScenarios({ id: storeId, owner }: Shop): Promise<Scenario[]> {
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

/** Sales: a checkout alone, one paid in cash as staff record it, and one paid by card on the provider's page. */
function saleChanges(shop: Shop, goods: readonly Goods[]): Change[] {
  const { id: storeId, owner } = shop;
  const five = goods.slice(0, 5).map((each) => ({ ...each, quantity: 1 }));
  const checkout = (body: object) => async () => {
    const { as, cart } = await visitorWithCart(shop, five);
    const request = { params: { storeId, cartId: cart.id }, token: as.token, body };
    return { operation: storefrontCarts.checkoutVisitorCart, request };
  };
  const byCash = { ...BY_CASH, shipping_address: BERLIN };
  const byCard = { ...BY_CARD, shipping_address: BERLIN };
  return [
    { label: "checkout of 5 lines", steps: [checkout(byCard)] },
    {
      label: "sold for cash",
      steps: [
        checkout(byCash),
        (_, answered) => ({
          operation: orders.updateOrder,
          request: {
            params: { storeId, orderId: JSON.parse(answered).order_id },
            token: owner.token,
            body: { paid: true },
          },
        }),
      ],
    },
    {
      label: "sold by card",
      steps: [
        checkout(byCard),
        (_, answered) => {
          const checkoutId =
            new URL(JSON.parse(answered).payment_action.url).pathname.split("/").at(-1) ?? "";
          const headers = { "content-type": "application/x-www-form-urlencoded" };
          const request = { params: { checkoutId }, body: "decision=approve", headers };
          return { operation: payments.decideSandboxCheckout, request };
        },
      ],
    },
  ];
}

function shopScenarios(shop: Shop, goods: Goods[]): Scenario[] {
  const { id: storeId, owner } = shop;
  const lines = (count: number, quantity: number) =>
    goods.slice(0, count).map((each) => ({ ...each, quantity }));
  const shoppers: { token: string; cartId: string }[] = [];
  const shopper = async (count: number) => {
    const { as, cart } = await visitorWithCart(shop, lines(count, 1));
    return { token: as.token, cartId: cart.id };
  };
  const knownShopper = async (count: number, index: number) => {
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
        const { token, cartId } = await knownShopper(5, index);
        return { params: { storeId, cartId }, token, body: { items: lines(5, 1 + (Math.abs(index) % 7)) } };
      },
    },
    {
      label: "quote of 10 lines",
      goal: { cpu: 3 },
      operation: storefrontCarts.quoteVisitorCart,
      request: async (index) => {
        const { token, cartId } = await knownShopper(10, index);
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
