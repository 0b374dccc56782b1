import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { addLanes, type Measures, readySums, rowReads, sumsReading } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { moveReservationToMergedCustomer } from "#lib/booking/reservations/merged-customer.ts";
import { Reservation } from "#lib/booking/reservations/schema.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import { moveOrderToMergedCustomer } from "#lib/commerce/orders/customer-index.ts";
import { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { customerTotals } from "#lib/engagement/customers/service.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { totalsIn } from "#lib/tenancy/visitors/totals.ts";
import { totalsRow } from "#lib/tenancy/visitors/totals-definition.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

const DAY = 86_400;
const START_TIME = 1_790_000_000;
const CURRENCIES = ["EUR", "JPY", "KWD"];
const CUSTOMER_COUNT = 9;
/** Operations in one store, and how many of them run at a time. */
const OPERATIONS_PER_STORE = 250;
const CONCURRENCY = 5;

/** The model of one record. Expected totals are computed from these models alone. */
interface RecordFact {
  kind: "order" | "booking";
  id: string;
  customer: string | null;
  counts: boolean;
  isGone: boolean;
  at: number;
  currency: string;
  taken: number;
  back: number;
  parts: number;
  missed: boolean;
  isBusy: boolean;
}

interface Shop {
  storeId: string;
  customers: string[];
  facts: RecordFact[];
  /** Wake-up messages that were not delivered yet, some of them several times. */
  wakeUps: WakeUp[];
  ahead: number;
}

/**
 * Changes orders and bookings at random, merges customers and recounts, while two processes that may die count them.
 * Wake-up messages come one to four times, late and in any order. Throws if in the end the totals of a customer differ
 * from the sum over its facts.
 */
export async function proveTotals(random: Random, operations: number) {
  const faults = tableFaults(random);
  const runTotals = { operations: 0, wakeUps: 0, stores: 0 };
  try {
    await inParallel(Math.ceil(operations / OPERATIONS_PER_STORE), 2, async () => {
      const storeId = newId("store");
      await transact(testContext(), readySums(storeId, START_TIME, [customerTotals]));
      const customers = Array.from({ length: CUSTOMER_COUNT }, () => newId("con"));
      const shop: Shop = { storeId, customers, facts: [], wakeUps: [], ahead: 0 };
      const counters = [newCounter(), newCounter()];
      const count = async () => {
        const [wakeUp] = shop.wakeUps.splice(random.int(Math.max(1, shop.wakeUps.length)), 1);
        if (!wakeUp) return;
        runTotals.wakeUps++;
        const { result } = await faults.strike(() =>
          random.pick(counters).count(contextOf(shop), [wakeUp, wakeUp]),
        );
        if (result.size > 0) shop.wakeUps.push(wakeUp);
      };
      await inParallel(Math.min(OPERATIONS_PER_STORE, operations), CONCURRENCY, async (at) => {
        if (at === 60)
          await random.pick(counters).recount(contextOf(shop), storeId, customerTotals.name, "compare");
        if (random.int(25) === 0) await mergeCustomers(shop, random);
        else await changeRecord(shop, random);
        runTotals.operations++;
        for (let times = random.int(4); times > 0; times--) await count();
        if (random.int(12) === 0) await runSumWorker(shop, random.pick(counters), faults.strike);
      });
      await finishCounting(shop, counters);
      await assertTotals(shop);
      runTotals.stores++;
    });
  } finally {
    faults.stop();
  }
  return { ...runTotals, faults: faults.count };
}

function newCounter() {
  const pace = { step: 0, pause: () => pause(5) };
  return maintainSums([customerTotals], { tenantChecks: checkTenantExists, heads: rememberedHeads(), pace });
}
type Counter = ReturnType<typeof newCounter>;

function contextOf(shop: Shop): Context {
  const clock = () => Date.now() / 1000 + shop.ahead;
  return testContext({ clock, now: () => Math.floor(clock()) });
}

async function runSumWorker(shop: Shop, one: Counter, strike: ReturnType<typeof tableFaults>["strike"]) {
  shop.ahead += 70;
  const message = { tenant_id: shop.storeId, tally: customerTotals.name };
  await strike(() => one.tend(contextOf(shop), message, Number.POSITIVE_INFINITY).catch(() => undefined));
}

/** Delivers all wake-up messages and finishes all work on the sums. */
async function finishCounting(shop: Shop, counters: readonly Counter[]): Promise<void> {
  const [one] = counters;
  for (let days = 0; days < 40; days++) {
    const failed = await one?.count(contextOf(shop), shop.wakeUps.splice(0));
    const head = await heads.find({ store_id: shop.storeId, tally: customerTotals.name });
    if (failed?.size === 0 && head?.phase === "ready") {
      const { status } = head.recount ?? {};
      assert.ok(status === undefined || status === "equal", `the recount says ${status}`);
      return;
    }
    shop.wakeUps.push(...(failed ?? []));
    shop.ahead += DAY;
    const message = { tenant_id: shop.storeId, tally: customerTotals.name };
    await one?.tend(contextOf(shop), message, Number.POSITIVE_INFINITY);
  }
  throw new Error(`The totals of ${shop.storeId} never come to rest.`);
}

async function assertTotals({ storeId, customers, facts }: Shop): Promise<void> {
  const reading = await sumsReading(storeId, customerTotals, Date.now() / 1000, rememberedHeads());
  assert.ok(reading, `${storeId} has totals to read`);
  for (const customer of customers) {
    const lanes: (Measures | undefined)[] = await readTogether(rowReads(reading, totalsRow(customer)));
    assert.deepEqual(totalsIn(addLanes(lanes)), expectedTotals(facts, customer), `${customer} of ${storeId}`);
  }
}

function expectedTotals(facts: readonly RecordFact[], customer: string) {
  const totals = {
    orders: 0,
    spent: {} as Record<string, number>,
    refunded: {} as Record<string, number>,
    first_order_at: null as number | null,
    last_order_at: null as number | null,
    appointments: 0,
    no_shows: 0,
  };
  for (const fact of facts) {
    if (fact.customer !== customer || fact.isGone) continue;
    const { kind, counts, currency, taken, back, at } = fact;
    totals.spent[currency] = (totals.spent[currency] ?? 0) + taken - back;
    totals.refunded[currency] = (totals.refunded[currency] ?? 0) + back;
    if (kind === "booking") {
      if (counts) totals.appointments += fact.parts;
      if (counts && fact.missed) totals.no_shows += fact.parts;
    } else if (counts) {
      totals.orders += 1;
      if (totals.first_order_at === null || at < totals.first_order_at) totals.first_order_at = at;
      if (totals.last_order_at === null || at > totals.last_order_at) totals.last_order_at = at;
    }
  }
  for (const sums of [totals.spent, totals.refunded])
    for (const [currency, amount] of Object.entries(sums)) if (amount === 0) delete sums[currency];
  return totals;
}

/** Creates or changes a record and queues one to four wake-up messages for it. */
async function changeRecord(shop: Shop, random: Random): Promise<void> {
  const idle = shop.facts.filter(({ isBusy, isGone }) => !isBusy && !isGone);
  const fact = random.int(3) === 0 || idle.length === 0 ? makeRecord(shop, random) : random.pick(idle);
  fact.isBusy = true;
  if (!shop.facts.includes(fact)) {
    shop.facts.push(fact);
    await (fact.kind === "order" ? createOrder(shop, fact) : createBooking(shop, fact));
  } else if (fact.kind === "order") await changeOrder(shop, fact, random);
  else await changeBooking(shop, fact, random);
  fact.isBusy = false;
  for (let times = 1 + random.int(4); times > 0; times--) shop.wakeUps.push(wakeUpFor(shop, fact));
}

/** Merges one customer into another and queues wake-up messages for each record. */
async function mergeCustomers(shop: Shop, random: Random): Promise<void> {
  const [from, into] = [random.pick(shop.customers), random.pick(shop.customers)];
  if (from === into) return;
  const theirs = shop.facts.filter(({ customer, isBusy, isGone }) => customer === from && !isBusy && !isGone);
  for (const fact of theirs) fact.isBusy = true;
  const joining = { store_id: shop.storeId, from, into, until: null, byProof: false };
  for (const fact of theirs) {
    const join = fact.kind === "order" ? moveOrderToMergedCustomer : moveReservationToMergedCustomer;
    assert.ok(await join(testContext(), joining, fact.id), `${fact.id} moves`);
    fact.customer = into;
    fact.isBusy = false;
    for (let times = 1 + random.int(3); times > 0; times--) shop.wakeUps.push(wakeUpFor(shop, fact));
  }
}

function wakeUpFor({ storeId }: Shop, { kind, id }: RecordFact): WakeUp {
  const entity = kind === "order" ? orders : reservations;
  const key =
    kind === "order" ? orders.key({ store_id: storeId, id }) : reservations.key({ businessId: storeId, id });
  return { tenant_id: storeId, kind: entity.name, of: [recordName(storeId, key)], again: 0 };
}

function makeRecord({ customers }: Shop, random: Random): RecordFact {
  const kind = random.int(3) === 0 ? "booking" : "order";
  return {
    kind,
    id: newId(kind === "order" ? "order" : "rsv"),
    customer: random.int(8) === 0 ? null : random.pick(customers),
    counts: false,
    isGone: false,
    at: START_TIME + random.int(400),
    currency: random.pick(CURRENCIES),
    taken: 0,
    back: 0,
    parts: 1 + random.int(3),
    missed: false,
    isBusy: true,
  };
}

async function createOrder({ storeId }: Shop, { id, customer, at, currency }: RecordFact): Promise<void> {
  const nothing = { contact_id: null, account_id: null, source_cart_id: null, email: null, promo_code: null };
  const nowhere = { shipping_address: null, billing_address: null, return_url: null, cancel_url: null };
  const lists = { items: [], shipping_lines: [], forms: [], shipments: [], returns: [], history: [] };
  const prices = { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 };
  const order = Order.parse({
    ...{ ...nothing, ...nowhere, ...lists, ...prices },
    ...{ id, number: id, store_id: storeId, customer_id: customer, status: "pending", market: "eu" },
    ...{ payment_status: "unpaid", fulfillment_status: "unfulfilled", reservation_ids: [], currency },
    payment: {
      ...{ id: null, type: "cash", method_key: null, provider: null, status: "none" },
      ...{ amount: 0, currency, promo_code: null },
    },
    ...{ tax_inclusive: true, receipt_number: null, hold_ends_at: null, language: "en" },
    ...{ created_at: at, updated_at: at },
  });
  await transact(testContext(), [orders.create(order)]);
}

const NEXT_ORDER_STATUSES: Readonly<Record<string, readonly Order["status"][]>> = {
  pending: ["confirmed", "confirmed", "cancelled"],
  confirmed: ["completed", "partially_cancelled", "cancelled"],
  partially_cancelled: ["completed", "cancelled"],
};
const SOLD_STATUSES = ["confirmed", "partially_cancelled", "completed"];

async function changeOrder({ storeId, customers }: Shop, fact: RecordFact, random: Random): Promise<void> {
  const ctx = testContext();
  const before = await orders.get({ store_id: storeId, id: fact.id }, GENERAL.NOT_FOUND());
  const chance = random.int(20);
  if (chance === 0) {
    await transact(ctx, [orders.removeKey({ store_id: storeId, id: fact.id })]);
    fact.isGone = true;
    return;
  }
  const after = { ...before };
  if (chance < 8) {
    after.status = random.pick(NEXT_ORDER_STATUSES[before.status] ?? [before.status]);
    fact.counts = SOLD_STATUSES.includes(after.status);
  } else if (chance < 11) {
    fact.customer = random.int(5) === 0 ? null : random.pick(customers);
    after.customer_id = fact.customer;
  } else {
    const most = fact.taken - fact.back;
    const isRefund = most > 0 && random.int(2) === 0;
    const amount = 1 + random.int(isRefund ? most : 900);
    if (isRefund) fact.back += amount;
    else fact.taken += amount;
    after.entries = [
      ...before.entries,
      {
        ...{ id: newId("entry"), kind: isRefund ? "refund_given" : "paid", source: "cash", amount },
        ...{ refund_id: isRefund ? newId("ref") : null, reason: null, at: START_TIME },
        actor: { type: "system", id: "test" },
      },
    ];
  }
  await transact(ctx, [orders.replace(before, after)]);
}

async function createBooking({ storeId }: Shop, fact: RecordFact): Promise<void> {
  const { id, customer, at, currency, parts } = fact;
  const one = { serviceId: "s", providerId: "p", startTime: at, endTime: at + 60, price: 0 };
  const booked = { ...one, blocks: [], work: [], serviceName: "", providerName: "" };
  const reservation = Reservation.parse({
    ...{ id, businessId: storeId, customerId: null, customer_id: customer, orderId: null, currency },
    ...{ email: null, name: null, market: "eu", status: "CREATED", statuses: [], blocks: [], location: null },
    parts: Array.from({ length: parts }, (_, index) => ({ ...booked, id: `part_${index}` })),
    ...{ startTime: at, endTime: at + 60, payment: null, total: 0, promoCode: null, language: "en" },
    ...{ isApprovalRequired: false, holdExpiresAt: null, movedAt: null, remindedAt: null },
    ...{ createdAt: at, updatedAt: at },
  });
  await transact(testContext(), [reservations.create(reservation)]);
}

const NEXT_BOOKING_STATUSES: Readonly<Record<string, readonly Reservation["status"][]>> = {
  CREATED: ["CONFIRMED", "CONFIRMED", "PENDING", "CANCELLED"],
  PENDING: ["CONFIRMED", "CANCELLED"],
  CONFIRMED: ["COMPLETED", "NO_SHOW", "CANCELLED"],
};
const BOOKED_STATUSES = ["CONFIRMED", "COMPLETED", "NO_SHOW"];

async function changeBooking({ storeId, customers }: Shop, fact: RecordFact, random: Random): Promise<void> {
  const before = await reservations.get({ businessId: storeId, id: fact.id }, GENERAL.NOT_FOUND());
  const after = { ...before };
  const chance = random.int(10);
  if (chance < 5) {
    after.status = random.pick(NEXT_BOOKING_STATUSES[before.status] ?? [before.status]);
    fact.counts = BOOKED_STATUSES.includes(after.status);
    fact.missed = after.status === "NO_SHOW";
  } else if (chance < 7) {
    fact.customer = random.int(5) === 0 ? null : random.pick(customers);
    after.customer_id = fact.customer;
  } else {
    if (fact.taken === 0) fact.taken = 1 + random.int(900);
    else fact.back += random.int(fact.taken - fact.back + 1);
    const { taken: captured, back: refunded, currency } = fact;
    after.payment = {
      ...{ id: "pay_1", type: "credit_card", paymentMethodId: null, provider: null, status: "captured" },
      ...{ market: "eu", currency, subtotal: 0, discount: 0, tax: 0, total: 0, refundPending: 0 },
      ...{ captured, refunded, promoCode: null, test: false, movements: [] },
    };
  }
  await transact(testContext(), [reservations.replace(before, after)]);
}
