// Registers the table of newsletter periods, which figures read.
import "#lib/content/legacy-content/table.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { maintainSums } from "#core/sums/service.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { Submission } from "#lib/content/forms/schema.ts";
import { submissions } from "#lib/content/forms/table.ts";
import { endedDelivery } from "#lib/delivery/webhooks/delivery-schema.ts";
import { deliveries } from "#lib/delivery/webhooks/table.ts";
import { figureSums } from "#lib/system/figures/figure-sums.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { changeOrder, makeOrder, type OrderModel } from "#test/proofs/figures-orders.ts";
import { type CartModel, changeCart, makeCart } from "#test/proofs/figures-visits.ts";
import { type Random, randomFrom } from "#test/support/random.ts";
import { openStore, testContext } from "#test/support/world.ts";
import { tableCalls, unitsOf } from "./measure.ts";

export type BudgetedCost = { label: string; of: { what: string; is: number; most: number }[] };

const CONCURRENCY = 40;
const SEED = 7;
const CHANGES_PER_RECORD = 3;

function figureCounter() {
  const pace = { step: 0, pause: async () => undefined };
  return maintainSums([figureSums], {
    tenantChecks: checkTenantExists,
    zone: async () => "Europe/Berlin",
    pace,
  });
}

/** Measures the cost of counting an order and its cart after each change, alone and forty at once. */
export async function measureOrders(): Promise<BudgetedCost[]> {
  const alone = await countingCosts(1, 20);
  const together = await countingCosts(CONCURRENCY, 1);
  return [
    {
      label: "an order's life with its cart, alone",
      of: [
        { what: "write units", is: alone.writes, most: 60 },
        { what: "read units", is: alone.reads, most: 20 },
        { what: "calls", is: alone.calls, most: 12 },
      ],
    },
    {
      label: `an order's life with its cart, ${CONCURRENCY} at once`,
      of: [
        { what: "write units", is: together.writes, most: 16 },
        { what: "calls", is: together.calls, most: 0.6 },
      ],
    },
  ];
}

async function countingCosts(concurrency: number, times: number) {
  const { id: storeId } = await openStore();
  const random = randomFrom(SEED);
  const one = figureCounter();
  const sum = { writes: 0, reads: 0, calls: 0 };
  const count = async (wakeUps: WakeUp[]) => {
    const calls = await tableCalls(() => one.count(testContext(), wakeUps));
    sum.writes += unitsOf(calls, true);
    sum.reads += unitsOf(calls, false);
    sum.calls += calls.length;
  };
  for (let time = 0; time < times; time++) await changeRecords(storeId, random, concurrency, count);
  const lives = concurrency * times;
  return { writes: sum.writes / lives, reads: sum.reads / lives, calls: sum.calls / lives };
}

/** Creates some carts and orders and changes them all step by step. */
async function changeRecords(
  storeId: string,
  random: Random,
  concurrency: number,
  count: (wakeUps: WakeUp[]) => Promise<void>,
): Promise<void> {
  const at = 1_792_500_000;
  const times = (make: () => Promise<unknown>) => Promise.all(Array.from({ length: concurrency }, make));
  const visits = (await times(() => makeCart(storeId, random, at))) as CartModel[];
  const sold = (await times(() => makeOrder(storeId, random, at))) as OrderModel[];
  const countAll = async () => {
    await count([wakeUpFor(storeId, carts, visits)]);
    await count([wakeUpFor(storeId, orders, sold)]);
  };
  await countAll();
  for (let change = 1; change <= CHANGES_PER_RECORD; change++) {
    for (const each of visits) await changeCart(storeId, each, random, at + change * 60);
    for (const each of sold) await changeOrder(storeId, each, random, at + change * 60);
    await countAll();
  }
}

function wakeUpFor(
  storeId: string,
  entity: typeof carts | typeof orders,
  of: readonly { id: string }[],
): WakeUp {
  const names = of.map(({ id }) => recordName(storeId, entity.key({ store_id: storeId, id })));
  return { tenant_id: storeId, kind: entity.name, of: names, again: 0 };
}

export async function measureOtherRecords(): Promise<BudgetedCost[]> {
  const { id: storeId } = await openStore();
  const now = testContext().now();
  const sent = Array.from({ length: CONCURRENCY }, () =>
    Submission.parse({
      ...{ id: newId("sub"), form_id: "form_1", store_id: storeId, fields: [] },
      ...{ created_at: now, updated_at: now },
    }),
  );
  const taken = Array.from({ length: CONCURRENCY }, () =>
    endedDelivery(
      {
        ...{ tenant_id: storeId, webhook_id: "wh_1", event_id: newId("evt"), event_type: "form.created" },
        ...{ status: "pending", attempts: 1, due_at: now, ends: [], created_at: now },
      },
      "delivered",
      now,
    ),
  );
  await transact(
    testContext(),
    taken.map((each) => deliveries.create(each)),
  );
  for (const each of sent) await transact(testContext(), [submissions.create(each)]);
  const wakeUp = (kind: string, keys: { pk: string; sk: string }[]): WakeUp => ({
    ...{ tenant_id: storeId, kind, again: 0 },
    of: keys.map((key) => recordName(storeId, key)),
  });
  return [
    await otherRecordCost(
      "a submission",
      wakeUp(
        submissions.name,
        sent.map((each) => submissions.key(each)),
      ),
    ),
    await otherRecordCost(
      "a delivery",
      wakeUp(
        deliveries.name,
        taken.map((each) => deliveries.key(each)),
      ),
    ),
  ];
}

async function otherRecordCost(label: string, wakeUp: WakeUp): Promise<BudgetedCost> {
  const calls = await tableCalls(() => figureCounter().count(testContext(), [wakeUp]));
  return {
    label: `${label}, ${CONCURRENCY} at once`,
    of: [
      { what: "write units", is: unitsOf(calls, true) / CONCURRENCY, most: 3 },
      { what: "calls", is: calls.length / CONCURRENCY, most: 0.2 },
    ],
  };
}

/** Measures what building the figures anew costs for each record. */
export async function measureBuild(): Promise<BudgetedCost> {
  const { id: storeId } = await openStore();
  const random = randomFrom(SEED);
  const one = figureCounter();
  await changeRecords(
    storeId,
    random,
    2 * CONCURRENCY,
    async (wakeUps) => void (await one.count(testContext(), wakeUps)),
  );
  await one.recount(testContext(), storeId, figureSums.name, "compare");
  const later = Date.now() / 1000 + 70;
  const ctx = testContext({ clock: () => later, now: () => Math.floor(later) });
  const message = { tenant_id: storeId, tally: figureSums.name };
  const calls = await tableCalls(() => one.tend(ctx, message, Number.POSITIVE_INFINITY));
  return {
    label: "a build, a record",
    of: [{ what: "write units", is: unitsOf(calls, true) / (4 * CONCURRENCY), most: 12 }],
  };
}
