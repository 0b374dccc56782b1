import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { HOUR } from "#core/seconds.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders as pages, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { payments as doors, paymentReturns } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { reconcileOrderPayment } from "#lib/commerce/orders/reconcile-payment.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { itemsOfPartitions, storedEvents } from "#test/support/bookings.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { auditStock, ordersOf } from "#test/support/orders.ts";
import { stagger } from "#test/support/pause.ts";
import { decidePayment } from "#test/support/payments.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { eventually, mailsTo, testContext } from "#test/support/world.ts";
import { type Buyer, buyersOf } from "./stock-races.ts";
import { type Faults, tableFaults } from "./table-faults.ts";

const CHECKOUT = { ...storefrontCarts.checkoutVisitorCart, timeout: 600 };
const STAFF_CHECKOUT = { ...carts.checkoutCart, timeout: 600 };

type CheckoutTotals = {
  carts: number;
  calls: number;
  confirmed: number;
  paid: number;
  mails: number;
  faults: Faults;
};

interface CheckoutRound {
  random: Random;
  shop: Shop;
  buyer: Buyer;
  body: object;
  key: string;
  strike: ReturnType<typeof tableFaults>["strike"];
  totals: CheckoutTotals;
}

/**
 * Checks out each cart many times at once: by clicks, replays, staff, returning browsers, callbacks and ticks, some of
 * them after the hold has ended. Throws if a cart has two active orders, if an order is confirmed, paid, charged or
 * announced more than once, or if a payment without an order is not refunded.
 */
export async function raceCheckouts(random: Random, rounds: number): Promise<CheckoutTotals> {
  const shop = await openShop({ units: rounds * 3 });
  const all = await buyersOf(shop, shop.mug, rounds, () => 1);
  const faults = tableFaults(random, { crash: false });
  const totals: CheckoutTotals = {
    carts: rounds,
    calls: 0,
    confirmed: 0,
    paid: 0,
    mails: 0,
    faults: faults.count,
  };
  const domain = `${shop.id.slice(-12)}.example.com`;
  try {
    await inParallel(rounds, 4, async (index) => {
      const buyer = all[index];
      if (!buyer) return;
      const payment_method_key = random.chance(0.3) ? "cash" : "credit_card";
      const body = { payment_method_key, email: `b${index}@${domain}` };
      await playRound({ random, shop, buyer, body, key: `key-${index}`, strike: faults.strike, totals });
    });
  } finally {
    faults.stop();
  }
  await checkOnce(shop, all, domain, totals);
  await auditStock(shop.id, [shop.mug], rounds * 3);
  return totals;
}

async function playRound(game: CheckoutRound): Promise<void> {
  const { random } = game;
  const clickers = Array.from({ length: 3 + random.int(3) }, () => clickCheckout(game));
  const first = await Promise.any(clickers);
  const id = orderIdOf(first);
  const rest = random.shuffled([
    ...(first.url ? [() => payTwice(game, id, first.url ?? "")] : []),
    () => reconcileOrderPayment(testContext(), game.shop.id, id),
    () => withRetries(() => processDueOrder(testContext(), game.shop.id, id)),
    () => readOrder(game, id),
    ...(random.chance(0.2) ? [() => runLateTick(game, id)] : []),
    () => clickCheckout(game).then(() => undefined),
  ]);
  await Promise.all([...clickers, ...rest.map((run) => stagger(random, 40).then(run))]);
}

type ClickReply = { order_id: string; url: string | null };

const orderIdOf = ({ order_id }: ClickReply) => order_id;

async function clickCheckout(game: CheckoutRound): Promise<ClickReply> {
  const { random, shop, buyer, body, key } = game;
  await stagger(random, 30);
  const how = random.pick(["plain", "keyed", "keyed", "after a 401", "desk"] as const);
  const request = { params: { storeId: shop.id, cartId: buyer.cartId }, body: JSON.stringify(body) };
  const headers: Record<string, string> = how === "plain" || how === "desk" ? {} : { "idempotency-key": key };
  const token = how === "desk" ? shop.owner.token : buyer.token;
  if (how === "after a 401") {
    const shut = await invokeDirect(CHECKOUT, { ...request, headers, token: `${token.slice(0, -1)}!` });
    assert.equal(shut.status, 401, shut.body);
  }
  for (;;) {
    const reply = await sendCall(game, how === "desk" ? STAFF_CHECKOUT : CHECKOUT, {
      ...request,
      headers,
      token,
    });
    if (reply.status === 409) continue;
    assert.ok(reply.status < 300, `A click was answered ${reply.status} ${reply.body}.`);
    const { order_id, checkoutUrl: url }: { order_id: string; checkoutUrl: string | null } = JSON.parse(
      reply.body,
    );
    return { order_id, url };
  }
}

async function sendCall(
  { strike, totals }: CheckoutRound,
  ...call: Parameters<typeof invokeDirect>
): Promise<DirectReply> {
  totals.calls++;
  const { result } = await strike(() => invokeDirect(...call));
  assert.ok(result.status < 500 || result.status === 503, `${call[0].id}: ${result.body}`);
  return result;
}

// The buyer decides twice and returns twice, while the provider sends its callbacks up to three times.
async function payTwice(game: CheckoutRound, orderId: string, url: string): Promise<void> {
  const { random, shop } = game;
  const order = await orders.find({ store_id: shop.id, id: orderId });
  const payment_id = order?.payment.id ?? "";
  const [attempt] = await attempts.batchGet([{ tenant_id: shop.id, payment_id, n: 1 }]);
  const checkoutId = url.slice(url.lastIndexOf("/") + 1);
  const decision = random.chance(0.8) ? "approve" : "decline";
  const decide = () =>
    sendCall(game, doors.decideSandboxCheckout, {
      params: { checkoutId },
      body: `decision=${decision}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const back = async () => {
    const address = attempt?.return_page ?? "";
    const returnId = address.slice(address.lastIndexOf("/") + 1);
    return sendCall(game, paymentReturns.returnFromPayment, { params: { returnId } });
  };
  const call = async (id: string) => {
    const {
      url: target,
      body,
      headers,
    } = await decidePayment(shop.id, payment_id, decision === "approve" ? "captured" : "failed", { id });
    const query = Object.fromEntries(new URL(target).searchParams);
    const params = { provider: "sandbox" };
    for (;;) {
      const reply = await sendCall(game, doors.receivePaymentEvent, { params, query, body, headers });
      if (reply.status < 300) return reply;
    }
  };
  const calls = Array.from({ length: 1 + random.int(3) }, (_, n) => () => call(`evt_${n % 2}_${payment_id}`));
  const acts = random.shuffled([decide, decide, back, back, ...calls]);
  await Promise.all(acts.map((act) => stagger(random, 40).then(act)));
}

async function readOrder(game: CheckoutRound, orderId: string): Promise<void> {
  const { shop, buyer } = game;
  const params = { storeId: shop.id, orderId };
  await sendCall(game, storefrontOrders.getOrderPayment, { params, token: buyer.token });
  await sendCall(game, pages.getOrder, { params, token: shop.owner.token });
}

// After the hold has ended, the cart can be bought again.
async function runLateTick({ shop }: CheckoutRound, orderId: string): Promise<void> {
  const later = Math.floor(Date.now() / 1000) + HOUR;
  await withRetries(() => processDueOrder(testContext({ clock: () => later }), shop.id, orderId));
}

/** Asserts that each order, its payment, its events and its mail exist exactly once. */
export async function checkOnce(
  shop: Shop,
  all: readonly Buyer[],
  domain: string,
  totals: Pick<CheckoutTotals, "confirmed" | "paid" | "mails">,
): Promise<void> {
  // Late payments are still being refunded.
  await eventually(async () => (await openRefundsIn(shop)).length === 0, "the end of all refunds").catch(
    async (error: unknown) => {
      throw new Error(`${error} ${(await openRefundsIn(shop)).join("; ")}`);
    },
  );
  const found = await ordersOf(shop.id);
  const live = found.filter(({ status }) => status !== "cancelled");
  for (const { cartId } of all)
    assert.equal(live.filter((order) => order.source_cart_id === cartId).length <= 1, true, cartId);
  const eventsByRecord = Map.groupBy(await storedEvents(shop.id), ({ record_id }) => record_id);
  for (const order of found) {
    const types = (eventsByRecord.get(order.id) ?? []).map(({ type }) => type);
    const times = (type: string) => types.filter((each) => each === type).length;
    const isSure = live.includes(order) && order.status !== "pending";
    const isPaid = isSure && order.payment.type === "credit_card";
    assert.deepEqual(
      ["order.created", "order.confirmed", "order.paid"].map(times),
      [1, Number(isSure), Number(isPaid)],
      `${order.id} is ${order.status}: ${types.join(", ")}`,
    );
    assert.equal(order.payment.captured - order.payment.refunded, isPaid ? order.total : 0, order.id);
    totals.confirmed += Number(isSure);
    totals.paid += Number(isPaid);
  }
  const charges = (await itemsOfPartitions(...payments.partitions({ tenant_id: shop.id }))).map((item) =>
    payments.parse(item),
  );
  const byOrder = Map.groupBy(charges, ({ reference }) => reference);
  for (const order of found)
    assert.ok((byOrder.get(order.id)?.length ?? 0) <= 1, `${order.id} has two payments.`);
  const mails = await eventually(async () => {
    const got = (await mailsTo(`@${domain}`)).filter(({ subject }) => subject.startsWith("Your order "));
    return got.length >= totals.confirmed && got;
  }, "the confirmation mails");
  const subjects = mails.map(({ subject }) => subject);
  assert.equal(new Set(subjects).size, subjects.length, "An order was confirmed by two mails.");
  assert.equal(mails.length, totals.confirmed);
  totals.mails = mails.length;
}

async function openRefundsIn({ id }: Shop): Promise<string[]> {
  return (await ordersOf(id)).flatMap(({ id: order, status, payment }) => {
    const kept = status === "cancelled" ? payment.captured - payment.refunded : 0;
    return kept > 0 || payment.refund_pending > 0 ? [`${order} keeps ${kept} of ${payment.captured}`] : [];
  });
}
