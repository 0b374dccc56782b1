import assert from "node:assert/strict";
import { newId } from "#core/id.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CARD, checkout, pay } from "#test/support/orders.ts";
import type { Random } from "#test/support/random.ts";
import { BERLIN } from "#test/support/shop.ts";
import { connectStripe, decideAtStripe, type StripeDashboard } from "#test/support/stripe.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, openStore, type TestStore, visitorOf } from "#test/support/world.ts";

/** The smallest step of a charge at Stripe, in minor units: https://docs.stripe.com/currencies */
const CHARGE_STEPS = { JPY: 1, EUR: 1, MGA: 100, KWD: 10 } as const;
type Currency = keyof typeof CHARGE_STEPS | "BHD" | "JOD" | "OMR" | "TND";
const PROVIDERS = ["stripe", "sandbox"] as const;
type Provider = (typeof PROVIDERS)[number];

type RefundCounts = { refunds: number; refused: number };

/**
 * Pays orders by card and refunds them in parts: units, amounts, cancelled lines and then the rest. In the end every
 * refund is done, and their sum is what was paid.
 */
export async function proveExactRefunds(random: Random, each: number): Promise<RefundCounts> {
  const counts = { refunds: 0, refused: 0 };
  for (const currency of Object.keys(CHARGE_STEPS) as (keyof typeof CHARGE_STEPS)[])
    for (const provider of PROVIDERS) {
      const store = await openStoreIn(provider, currency);
      for (let nth = 0; nth < each; nth++) await refundOneOrder(random, store, provider, currency, counts);
    }
  return counts;
}

async function refundOneOrder(
  random: Random,
  store: TestStore,
  provider: Provider,
  currency: keyof typeof CHARGE_STEPS,
  counts: RefundCounts,
): Promise<void> {
  const { params, total } = await paidOrder(random, store, provider, currency);
  const at = { params, as: store.owner };
  for (let acts = 1 + random.int(5); acts > 0; acts--) await refundPart(random, at, counts);
  const before = await ok(orders.getOrder, at);
  const left = before.payment.captured - before.payment.refunded - before.payment.refund_pending;
  if (left > 0) await ok(orders.refundOrder, { ...at, body: {} });
  await waitForWorkers(store.id);
  const { payment } = await eventually(async () => {
    const order = await ok(orders.getOrder, at);
    return order.payment.refund_pending === 0 && order;
  }, "the end of the refunds");
  const what = `${provider}, ${currency}`;
  assert.deepEqual([payment.captured, payment.refunded, payment.refund_pending], [total, total, 0], what);
  assert.ok(
    payment.refunds.every(({ status }) => status === "succeeded"),
    `${what}: a refund is not done`,
  );
  const sum = payment.refunds.reduce((all, { amount }) => all + amount, 0);
  assert.equal(sum, payment.refunded, what);
  counts.refunds += payment.refunds.length;
}

async function refundPart(
  random: Random,
  at: { params: { storeId: string; orderId: string }; as: TestStore["owner"] },
  counts: RefundCounts,
): Promise<void> {
  const before = await ok(orders.getOrder, at);
  const item = random.pick(before.items);
  const quantity = 1 + random.int(item.quantity);
  const act = random.pick(["amount", "lines", "cancel"] as const);
  const cancel_quantity = Math.min(item.quantity, item.cancelled_quantity + quantity);
  const reply =
    act === "cancel"
      ? await call(orders.updateOrder, { ...at, body: { items: [{ id: item.id, cancel_quantity }] } })
      : await call(orders.refundOrder, {
          ...at,
          body:
            act === "amount"
              ? { amount: 1 + random.int(before.payment.captured) }
              : { lines: [{ order_item_id: item.id, quantity }] },
        });
  if (reply.status === 200) return;
  assert.equal(reply.status, 400, JSON.stringify(reply.body));
  // A refused refund must reserve nothing.
  const after = await ok(orders.getOrder, at);
  assert.deepEqual(after.payment.refunds.length, before.payment.refunds.length);
  counts.refused++;
}

/** A paid order of two products whose total the provider can charge exactly. */
async function paidOrder(
  random: Random,
  store: TestStore,
  provider: Provider,
  currency: keyof typeof CHARGE_STEPS,
) {
  const quantity = 2 + random.int(4);
  const amount = 3000 + random.int(37_000);
  const step = CHARGE_STEPS[currency];
  const rest = 30_000 + ((step - ((quantity * amount) % step)) % step);
  const lines = [
    { ...(await createProduct(store.id, store.owner, amount)), quantity },
    { ...(await createProduct(store.id, store.owner, rest)), quantity: 1 },
  ];
  return buyItems(store, provider, lines);
}

/** A paid order of three units of a product, and one of another, with a given total before shipping. */
export async function orderOfThree(
  provider: Provider,
  currency: Currency,
  amount: number,
  { total = 3 * amount, shipping = 0 }: { total?: number; shipping?: number } = {},
) {
  const store = await openStoreIn(provider, currency, shipping);
  const many = { ...(await createProduct(store.id, store.owner, amount)), quantity: 3 };
  const rest = total - 3 * amount;
  const one = rest > 0 ? [{ ...(await createProduct(store.id, store.owner, rest)), quantity: 1 }] : [];
  const order = await buyItems(store, provider, [many, ...one]);
  const at = { params: order.params, as: store.owner };
  const { items } = await ok(orders.getOrder, at);
  return {
    at,
    total: order.total,
    itemId: items[0]?.id ?? "",
    otherId: items[1]?.id ?? "",
    desk: store.desk,
  };
}

async function openStoreIn(
  provider: Provider,
  currency: Currency,
  shipping = 0,
): Promise<TestStore & { desk: StripeDashboard | undefined }> {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const connected =
    provider === "stripe" ? await connectStripe({ businessId: storeId, owner: as }) : undefined;
  const zones = [{ shipping_methods: [{ key: "post", amount: shipping }] }];
  const body = { key: "own", currency, payment_methods: [{ type: "credit_card" }], zones } as never;
  await ok(markets.createMarket, { params: { storeId }, as, body });
  return { ...store, desk: connected?.desk };
}

async function createProduct(storeId: string, as: TestStore["owner"], amount: number) {
  const variants = [{ prices: [{ market: "own", amount }] }];
  const body = { key: newId("thing"), name: { en: "Thing" }, status: "active", variants } as never;
  const made = await ok(products.createProduct, { params: { storeId }, as, body });
  return { product_id: made.id, variant_id: made.variants[0]?.id ?? "" };
}

async function buyItems({ id: storeId, owner: as }: TestStore, provider: Provider, items: object[]) {
  const buyer = { token: (await visitorOf(storeId)).token };
  const body = { market: "own" };
  const cart = await ok(storefrontCarts.currentCart, { params: { storeId }, as: buyer, body });
  await ok(storefrontCarts.updateVisitorCart, {
    params: { storeId, cartId: cart.id },
    as: buyer,
    body: { items, shipping_address: BERLIN } as never,
  });
  const placed = await checkout(storeId, { as: buyer, cart }, BY_CARD);
  await (provider === "stripe" ? decideAtStripe(placed.checkoutUrl, "approve") : pay(placed.checkoutUrl));
  const params = { storeId, orderId: placed.order_id };
  await eventually(
    async () => (await ok(orders.getOrder, { params, as })).payment_status === "paid",
    "the payment",
  );
  return { params, total: placed.total };
}
