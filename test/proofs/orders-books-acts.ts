import assert from "node:assert/strict";
import { attempt } from "#core/dynamo/attempt.ts";
import { env } from "#core/env.ts";
import { DAY, HOUR, MINUTE } from "#core/seconds.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orderPages, orders, orderWorkers, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { paymentReturns, paymentWorkers } from "#functions/money/payments/routes.ts";
import type { Statement } from "#infra/local/stripe/statement.ts";
import { processDueOrder } from "#lib/commerce/orders/due.ts";
import { pageLink } from "#lib/commerce/orders/page-link.ts";
import { orders as table } from "#lib/commerce/orders/table.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { processDuePage } from "#lib/money/payments/due.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { decideAtStripe } from "#test/support/stripe.ts";
import { workerContext } from "#test/support/world.ts";
import { look, overOf, type Run, type Sale, saleOf } from "./orders-books-run.ts";
import { ask, carry, tell, within } from "./orders-books-world.ts";

export type Act = (run: Run, sale: Sale) => Promise<unknown>;

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Orders the cart, or what it has become, once more. */
export async function checkout(run: Run, payment_method_key: "cash" | "credit_card"): Promise<void> {
  const { lane, box, buyer, email } = run;
  const { done } = await ask(lane, box, storefrontCarts.checkoutVisitorCart, {
    params: { cartId: buyer.cartId },
    token: buyer.token,
    body: { payment_method_key, email },
  });
  if (done) saleOf(run, done.order_id);
}

const at = ({ lane }: Run, { id }: Sale) => ({ params: { orderId: id }, ...lane.staff });

/** What a change that staff asked for has put into the drawer, or taken out of it. */
function heed({ drawer }: Sale, before: OrderView, after: OrderView | undefined): void {
  const known = new Set(before.payment.entries.map(({ id }) => id));
  for (const { id, kind, source, amount } of after?.payment.entries ?? []) {
    if (known.has(id) || source !== "cash") continue;
    if (kind === "paid") drawer.taken += amount;
    else drawer.given += amount;
  }
}

async function update(run: Run, sale: Sale, body: object): Promise<void> {
  const before = await look(run, sale);
  const { done } = await ask(run.lane, run.box, orders.updateOrder, { ...at(run, sale), body });
  heed(sale, before, done);
}

const worthOf = (quantity: number, total: number, units: number) => Math.round((total * units) / quantity);

/** What staff take at the counter is what is still owed by what the order says: no more, no less. */
async function takeCash(run: Run, sale: Sale): Promise<void> {
  const taken = sale.drawer.taken;
  await update(run, sale, run.random.chance(0.6) ? { confirm: true, paid: true } : { paid: true });
  const cash = sale.drawer.taken - taken;
  if (cash === 0) return;
  const { total, items, payment } = await look(run, sale);
  const unpaid = items.reduce(
    (sum, { unpaid_quantity, quantity, money }) => sum + worthOf(quantity, money.total, unpaid_quantity),
    0,
  );
  const over = await overOf(run, sale);
  const back = payment.refunds.filter(({ id, status }) => over.has(id) && status !== "failed");
  const kept = payment.captured - back.reduce((sum, { amount }) => sum + amount, 0);
  assert.ok(kept - cash < total - unpaid && kept <= total - unpaid, `${sale.id}: cash above what is owed`);
}

async function refund(run: Run, sale: Sale): Promise<void> {
  const { random } = run;
  const before = await look(run, sale);
  const { captured, refunded, refund_pending } = before.payment;
  const left = captured - refunded - refund_pending;
  const [item] = before.items;
  const way = random.int(5);
  const body =
    way === 0
      ? {}
      : way === 1
        ? { amount: left + 1 + random.int(500) }
        : way === 2
          ? { lines: [{ order_item_id: item?.id ?? "", quantity: 1, restock: random.chance(0.5) }] }
          : { amount: 1 + random.int(Math.max(1, left)) };
  const { done, refusal } = await ask(run.lane, run.box, orders.refundOrder, { ...at(run, sale), body });
  if (way === 1) assert.ok(refusal, `${sale.id}: ${JSON.stringify(body)} of ${left} went back`);
  for (const { source, amount } of done?.sources ?? []) if (source === "cash") sale.drawer.given += amount;
}

async function cancelLine(run: Run, sale: Sale): Promise<void> {
  const { items } = await look(run, sale);
  const { id, cancelled_quantity } = run.random.pick(items);
  await update(run, sale, { items: [{ id, cancel_quantity: cancelled_quantity + 1 }] });
}

async function fromPage(run: Run, sale: Sale): Promise<void> {
  const before = await look(run, sale);
  const link = await pageLink(run.lane.storeId, sale.id);
  const orderToken = link.slice(link.lastIndexOf("/") + 1);
  const params = { orderToken };
  await ask(run.lane, run.box, orderPages.cancelFromOrderPage, { params, headers: FORM, body: "" });
  heed(sale, before, await look(run, sale));
}

async function send(run: Run, sale: Sale): Promise<void> {
  const [item] = (await look(run, sale)).items;
  const body = { lines: [{ order_item_id: item?.id ?? "", quantity: 1 }] };
  await ask(run.lane, run.box, orders.fulfilOrder, { ...at(run, sale), body });
}

async function takeBack(run: Run, sale: Sale): Promise<void> {
  const { lane, box, random } = run;
  const [item] = (await look(run, sale)).items;
  const lines = [{ order_item_id: item?.id ?? "", quantity: 1 }];
  await ask(lane, box, orders.askReturn, { ...at(run, sale), body: { lines } });
  const before = await look(run, sale);
  const asked = before.returns.at(-1);
  if (!asked) return;
  const { done } = await ask(lane, box, orders.decideReturn, {
    ...lane.staff,
    params: { orderId: sale.id, returnId: asked.id },
    body: { status: "received", refund: random.chance(0.6), restock: random.chance(0.5) },
  });
  heed(sale, before, done);
}

const decide: Act = ({ random }, { statement }) =>
  decideOn(statement, random.pick(["approve", "approve", "delay", "decline"] as const));

/** A buyer may still have every page open that can be paid. */
async function decideOn({ pages }: Statement, decision: "approve" | "delay" | "decline"): Promise<void> {
  const open = pages.find(({ status }) => status === "open");
  if (open) await decideAtStripe(`${env("STRIPE_API")}/pay/${open.session}`, decision);
}

export async function settleSlow({ lane, random }: Run, { statement }: Sale): Promise<void> {
  for (const { session, intent_status } of statement.pages)
    if (intent_status === "processing")
      await lane.desk.settle(session, random.chance(0.7) ? "succeeded" : "failed");
}

const paidPages = ({ statement }: Sale) =>
  statement.pages.flatMap(({ intent, received }) => (intent && received > 0 ? [{ intent, received }] : []));

async function atDesk({ lane, random }: Run, sale: Sale): Promise<void> {
  const pages = paidPages(sale);
  if (pages.length === 0) return;
  const { intent, received } = random.pick(pages);
  // More than is left there, the desk refuses.
  await lane.desk.refund(intent, 1 + random.int(received)).catch(() => undefined);
}

async function dispute({ lane, random }: Run, sale: Sale): Promise<void> {
  const pages = paidPages(sale);
  if (pages.length === 0) return;
  const { intent, received } = random.pick(pages);
  await lane.desk.dispute(intent, random.chance(0.5) ? received : 1 + random.int(received));
}

export async function closeDisputes({ lane, random }: Run, { statement }: Sale): Promise<void> {
  for (const { id, status } of statement.disputes)
    if (status === "needs_response") await lane.desk.closeDispute(id, random.pick(["won", "lost"]));
}

export async function settleRefunds({ lane, random }: Run, { statement }: Sale): Promise<void> {
  for (const { id, status } of statement.refunds)
    if (status === "pending") await lane.desk.settleRefund(id, random.chance(0.7) ? "succeeded" : "failed");
}

/** A bank sends back what was refunded, days after the provider called it done. */
async function bounce({ lane, random }: Run, { statement }: Sale): Promise<void> {
  const done = statement.refunds.filter(({ status }) => status === "succeeded");
  if (done.length > 0) await lane.desk.settleRefund(random.pick(done).id, "failed");
}

/** The buyer comes back from a page to the shop. */
async function comeBack(run: Run, { statement }: Sale): Promise<void> {
  if (statement.pages.length === 0) return;
  const { attempt: name } = run.random.pick(statement.pages);
  const [payment_id = "", n] = name.split("-");
  const page = await attempts.find({ tenant_id: run.lane.storeId, payment_id, n: Number(n) });
  const returnId = page?.return_page.split("/").at(-1) ?? "";
  await ask(run.lane, run.box, paymentReturns.returnFromPayment, { params: { returnId } });
}

async function seePage({ lane, box, buyer }: Run, { id }: Sale): Promise<void> {
  await ask(lane, box, storefrontOrders.getOrderPayment, { params: { orderId: id }, token: buyer.token });
}

async function changeCart({ lane, box, buyer, random }: Run): Promise<void> {
  const items = [{ ...lane.goods.mug, quantity: 1 + random.int(3) }];
  const params = { cartId: buyer.cartId };
  await ask(lane, box, storefrontCarts.updateVisitorCart, { params, token: buyer.token, body: { items } });
}

/** Hands on what is on its way: of callbacks each may come late, twice or never, of messages late or twice. */
export async function deliver(run: Run, share = 0.6): Promise<number> {
  const { lane, box, random } = run;
  await hear(run);
  let handed = 0;
  const due = random.shuffled(run.callbacks).filter(() => random.chance(share));
  for (const callback of due) {
    run.callbacks = run.callbacks.filter((each) => each !== callback);
    for (let times = random.chance(0.25) ? 2 : 1; times > 0; times--) {
      const { done, refusal } = await tell(lane, box, callback);
      assert.ok(done, `a callback was answered ${refusal}`);
      handed++;
    }
  }
  const parcels = random.shuffled(box.parcels).filter(() => random.chance(share));
  for (const parcel of parcels) {
    const isDone = await carry(lane, box, parcel);
    parcel.tries++;
    assert.ok(parcel.tries < 5, `${parcel.worker.id} does not take ${JSON.stringify(parcel.body)}`);
    if (isDone && (parcel.tries > 1 || random.chance(0.8)))
      box.parcels = box.parcels.filter((each) => each !== parcel);
    handed++;
  }
  return handed;
}

/** Notes what the provider has to tell; some of it never comes. */
async function hear(run: Run): Promise<void> {
  const { lane, random, heard } = run;
  const about = [...run.sales.values()].flatMap(({ payment, statement }) =>
    payment ? [payment, ...statement.pages.flatMap(({ intent }) => intent ?? [])] : [],
  );
  if (about.length === 0) return;
  for (const { id, body } of await lane.desk.callbacks(about)) {
    if (heard.has(id)) continue;
    heard.add(id);
    if (!random.chance(run.lost)) run.callbacks.push(body);
  }
}

/** The minute tick, for what is this run's; when it is to look next. */
export async function tick(run: Run): Promise<number | undefined> {
  const { lane, box } = run;
  const pageWorker = workerContext(paymentWorkers.processDuePayments, lane.now);
  const orderWorker = workerContext(orderWorkers.processDueOrders, lane.now);
  let next: number | undefined;
  const later = (time: number | null | undefined) => {
    if (time != null) next = Math.min(next ?? time, time);
  };
  for (const { id, payment, statement } of run.sales.values()) {
    const keys = statement.pages.map(({ attempt: name }) => ({
      tenant_id: lane.storeId,
      payment_id: payment ?? "",
      n: Number(name.split("-")[1]),
    }));
    const pages = keys.length > 0 ? await attempts.batchGet(keys) : [];
    for (const key of pages)
      if (key.asks_at !== null && key.asks_at <= lane.now())
        await within(box, () => attempt(() => processDuePage(pageWorker, key)));
    await within(box, () => attempt(() => processDueOrder(orderWorker, lane.storeId, id)));
    const after = keys.length > 0 ? await attempts.batchGet(keys) : [];
    for (const { asks_at } of after) later(asks_at);
    later((await table.find({ store_id: lane.storeId, id }))?.tend_at);
  }
  return next;
}

const pass = ({ lane, random }: Run) =>
  lane.pass(random.pick([MINUTE, 10 * MINUTE, 36 * MINUTE, 2 * HOUR, DAY]));
const orderMore = (run: Run) => checkout(run, run.random.chance(0.8) ? "credit_card" : "cash");
const confirm: Act = (run, sale) => update(run, sale, { confirm: true });
const cancel: Act = (run, sale) => update(run, sale, { cancel: true });
const lateRefunds = ({ lane, random }: Run) => lane.desk.waitRefunds(random.chance(0.5));
const poor = ({ lane, random }: Run) => lane.desk.lackMoney(random.chance(0.3));
const some = (run: Run) => deliver(run);

const approve: Act = (_, { statement }) => decideOn(statement, "approve");
const delay: Act = (_, { statement }) => decideOn(statement, "delay");
const tooLate = ({ lane }: Run) => lane.pass(36 * MINUTE);
const again = (run: Run) => checkout(run, "credit_card");

/** How a run begins: most have money early, so that something can become of it. */
export const BEGINNINGS: readonly [by: "cash" | "credit_card", ...Act[]][] = [
  ["credit_card"],
  ["credit_card", approve, some],
  ["credit_card", approve, comeBack],
  ["credit_card", approve, comeBack, dispute],
  ["credit_card", approve, comeBack, refund],
  ["credit_card", approve, tooLate, tick],
  ["credit_card", delay, some],
  ["credit_card", delay, tooLate, tick],
  ["credit_card", takeCash],
  ["credit_card", confirm, cancelLine, decide],
  // Nobody has told of the first page that it was paid.
  ["credit_card", approve, tooLate, again, approve],
  ["credit_card", approve, tooLate, again, takeCash],
  ["credit_card", approve, tooLate, again, cancel],
  ["credit_card", approve, tooLate, again, confirm, cancelLine],
  ["credit_card", approve, tooLate, changeCart, again],
  ["credit_card", delay, tooLate, again, approve],
  ["credit_card", tooLate, tick, again, approve],
  ["cash"],
  ["cash", takeCash, refund],
];

/** What may happen to an order, each as often as it says. */
const OFTEN: readonly [number, Act][] = [
  [8, some],
  [4, refund],
  ...[decide, tick, pass, orderMore, atDesk, settleRefunds].map((act): [number, Act] => [3, act]),
  ...[takeCash, settleSlow, dispute, closeDisputes, takeBack].map((act): [number, Act] => [2, act]),
  ...[confirm, cancel, cancelLine, fromPage, send].map((act): [number, Act] => [1, act]),
  ...[bounce, lateRefunds, poor, comeBack, seePage, changeCart].map((act): [number, Act] => [1, act]),
];
export const ACTS: readonly Act[] = OFTEN.flatMap(([times, act]) => Array<Act>(times).fill(act));
