import assert from "node:assert/strict";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import type { PaymentStatement } from "#infra/local/stripe/payment-statement.ts";
import type { PaymentEntry } from "#lib/commerce/orders/books-schema.ts";
import { orders as table } from "#lib/commerce/orders/table.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import type { Random } from "#test/support/random.ts";
import { callHandler, type Outbox, type ProofShop } from "./orders-books-world.ts";

/** An order of a run: its books at the last check, and what provider and cash drawer hold. */
export interface SaleRecord {
  id: string;
  payment: string | null;
  entries: PaymentEntry[];
  /** Cash that staff took and gave back, each entry counted once. */
  drawer: { taken: number; given: number; noted: Set<string> };
  statement: PaymentStatement;
  /** All statuses so far of each refund and dispute at the provider. */
  pastStatuses: Map<string, Set<string>>;
}

export interface Run {
  shop: ProofShop;
  random: Random;
  box: Outbox;
  /** The buyer's session ends at `until`, long after all payments are final. */
  buyer: { token: string; cartId: string; until: number };
  email: string;
  sales: Map<string, SaleRecord>;
  /** Ids of all callbacks, bodies that are still to be delivered, and the share that is lost. */
  receivedIds: Set<string>;
  callbacks: string[];
  lost: number;
  /** Waits until other processes have finished their work. */
  rest: () => Promise<void>;
  /** Names of the acts so far, for the failure message. */
  pastActs: string[];
}

const EMPTY_STATEMENT: PaymentStatement = { pages: [], refunds: [], disputes: [] };

export function saleOf({ sales }: Run, id: string): SaleRecord {
  const drawer = { taken: 0, given: 0, noted: new Set<string>() };
  const known = sales.get(id);
  const made = {
    id,
    payment: null,
    entries: [],
    drawer,
    statement: EMPTY_STATEMENT,
    pastStatuses: new Map(),
  };
  const sale: SaleRecord = known ?? made;
  sales.set(id, sale);
  return sale;
}

/** Adds cash to the drawer or takes it out, once for each name. */
export function recordCash(
  { drawer }: SaleRecord,
  of: "taken" | "given",
  name: string,
  amount: number,
): void {
  if (drawer.noted.has(name)) return;
  drawer.noted.add(name);
  drawer[of] += amount;
}

export async function readOrder({ shop, box }: Run, { id }: Pick<SaleRecord, "id">): Promise<OrderView> {
  const { done, refusal } = await callHandler(shop, box, orders.getOrder, {
    params: { orderId: id },
    ...shop.staff,
  });
  assert.ok(done, `${id} cannot be read: ${refusal}`);
  return done;
}

/** What one minor unit of an entry adds to captured, refunded and pending: written independently of the backend. */
const SIGNS_BY_KIND: Record<
  PaymentEntry["kind"],
  readonly [captured: number, refunded: number, pending: number]
> = {
  paid: [1, 0, 0],
  correction: [-1, 0, 0],
  refund_given: [0, 1, 0],
  refund_reversed: [0, -1, 0],
  dispute_reversed: [0, -1, 0],
  refund_asked: [0, 0, 1],
  dispute_opened: [0, 0, 1],
  refund_refused: [0, 0, -1],
  dispute_won: [0, 0, -1],
  refund_confirmed: [0, 1, -1],
  dispute_lost: [0, 1, -1],
};

export function sumsOf(entries: readonly PaymentEntry[]) {
  const sum = (at: 0 | 1 | 2) =>
    entries.reduce((all, { kind, amount }) => all + SIGNS_BY_KIND[kind][at] * amount, 0);
  return { captured: sum(0), refunded: sum(1), refund_pending: sum(2) };
}

type Sums = ReturnType<typeof sumsOf>;
const amountsOf = ({ captured, refunded, refund_pending }: Sums): Sums => ({
  captured,
  refunded,
  refund_pending,
});

/** Ids of refunds of excess payments, which are only in the stored record. */
export async function excessRefundIds({ shop }: Run, { id }: Pick<SaleRecord, "id">): Promise<Set<string>> {
  const order = await table.find({ store_id: shop.storeId, id });
  return new Set(order?.entries.flatMap(({ over, refund_id }) => (over ? (refund_id ?? []) : [])));
}

/**
 * Checks the books of all orders of a run and throws if they contradict provider or drawer.
 *
 * @param toAll whether it also compares the buyer's view and the lists
 */
export async function checkBooks(run: Run, toAll = true): Promise<void> {
  for (const sale of run.sales.values()) {
    const order = await readOrder(run, sale);
    sale.payment = order.payment.id;
    if (sale.payment) sale.statement = await run.shop.desk.statement(sale.payment);
    rememberStatuses(sale);
    const { entries } = order.payment;
    const why = `${sale.id}: ${JSON.stringify(entries)}`;
    assert.deepEqual(entries.slice(0, sale.entries.length), sale.entries, `${why} lost an entry`);
    sale.entries = entries;
    assert.ok(
      entries.every(({ amount }) => amount > 0),
      why,
    );
    assert.deepEqual(amountsOf(order.payment), sumsOf(entries), `${why} do not add up`);
    checkStatus(order, why);
    if (toAll) await checkOtherViews(run, order);
    checkDrawer(sale, why);
    for (const page of sale.statement.pages) checkPage(sale, page, why);
    const known = new Set(["cash", ...sale.statement.pages.map(({ attempt }) => attempt)]);
    assert.ok(
      entries.every(({ source }) => known.has(source)),
      `${why} has money that nobody paid`,
    );
  }
}

function rememberStatuses({ pastStatuses, statement: { refunds, disputes } }: SaleRecord): void {
  for (const { id, status } of [...refunds, ...disputes])
    pastStatuses.set(id, (pastStatuses.get(id) ?? new Set()).add(status ?? ""));
}

function checkStatus({ payment, payment_status, status }: OrderView, why: string): void {
  const isPaid = ["paid", "partially_refunded", "refunded"].includes(payment_status);
  assert.equal(isPaid, payment.captured > 0, `${why} ${status} ${payment_status}`);
  assert.equal(payment_status === "refunded", isPaid && payment.refunded >= payment.captured, why);
}

// The buyer's view and lists show the same entries.
async function checkOtherViews(run: Run, order: OrderView): Promise<void> {
  const { shop, box, buyer, random } = run;
  const { token, until } = buyer;
  if (shop.now() >= until) return;
  const own = await callHandler(shop, box, storefrontOrders.getOwnOrder, {
    params: { orderId: order.id },
    token,
  });
  // The stack's workers may have changed the order meanwhile.
  if (own.done && own.done.version !== order.version)
    return checkOtherViews(run, await readOrder(run, order));
  const { entries: _, ...payment } = order.payment;
  // Reason, actor, id and time of a refund are internal to the store.
  const refunds = payment.refunds.map(
    ({ refund_id: _____, reason: __, desk: ___, settled_at: ____, ...refund }) => refund,
  );
  assert.deepEqual(own.done?.payment, { ...payment, refunds }, `${order.id} differs for its buyer`);
  assert.equal(own.done?.payment_status, order.payment_status);
  const list = random.chance(0.5)
    ? await callHandler(shop, box, storefrontOrders.listOwnOrders, { token })
    : await callHandler(shop, box, orders.listOrders, {
        ...shop.staff,
        query: { contact_id: order.contact_id ?? "" },
      });
  const listed = list.done?.items.find(({ id }) => id === order.id);
  assert.ok(listed, `${order.id} is in no list`);
  if (listed.version === order.version) assert.deepEqual(amountsOf(listed.payment), amountsOf(order.payment));
}

function checkDrawer({ drawer, entries }: SaleRecord, why: string): void {
  const cash = sumsOf(entries.filter(({ source }) => source === "cash"));
  assert.deepEqual(cash, { captured: drawer.taken, refunded: drawer.given, refund_pending: 0 }, why);
  assert.ok(drawer.given <= drawer.taken, why);
}

/** Asserts that the books of a page never exceed the provider's amounts, although they may be out of date. */
function checkPage(sale: SaleRecord, page: PaymentStatement["pages"][number], why: string): void {
  const { statement, pastStatuses, entries } = sale;
  const own = entries.filter(({ source }) => source === page.attempt);
  const { captured, refunded, refund_pending } = sumsOf(own);
  assert.ok(captured === 0 || captured === page.received, `${why} has ${captured} of ${page.received}`);
  assert.ok(refunded + refund_pending <= captured, `${why} refunded more than was paid`);
  for (const [id, ofIt] of Map.groupBy(own, ({ refund_id }) => refund_id)) {
    if (id === null) continue;
    const sums = sumsOf(ofIt);
    const there = [...statement.refunds, ...statement.disputes].find(
      (each) => each.id === id || ("refund_id" in each && each.refund_id === id),
    );
    const statuses = there && pastStatuses.get(there.id);
    if (sums.refunded > 0)
      assert.ok(statuses?.has("succeeded") || statuses?.has("lost"), `${why} has ${id} as refunded`);
    const isOurs = id.startsWith("ref_");
    if (sums.refund_pending > 0) assert.ok(there || isOurs, `${why} has ${id} as pending`);
    if (there) assert.ok(sums.refunded + sums.refund_pending <= there.amount, `${why}: more than ${id}`);
  }
}
