// Measures write units of a partition for counting one store's orders, and how often counters conflict.

import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { figureSums } from "#lib/system/figures/figure-sums.ts";
import { createStore } from "#lib/system/opening/service.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { measureUnits } from "#test/support/capacity-units.ts";
import type { Random } from "#test/support/random.ts";
import { personActor, somebody, testContext } from "#test/support/world.ts";
import { changeOrder, makeOrder } from "./figures-orders.ts";

/** Records that one transaction counts, and lanes of a busy store. */
const RECORDS_PER_BATCH = 40;
const LANE_COUNT = 16;
const BATCH_COUNT = 16;
/** Seconds that a transaction of 100 items takes. */
const TRANSACTION_SECONDS = 0.025;
const SIMULATED_COUNT = 50_000;

/** Chooses the table for a run: the stack's or one in memory. */
type RunOnTable = <T>(run: () => Promise<T>) => Promise<T>;

/** Units of the busiest partition when `aSecond` orders a second are counted. */
export async function unitsOfCounting(
  random: Random,
  aSecond: number,
  runOnTable: RunOnTable = (run) => run(),
): Promise<{ key: string; units: number }> {
  const storeId = await runOnTable(openStore);
  const one = maintainSums([figureSums], { tenantChecks: checkTenantExists });
  const all = new Map<string, number>();
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const of = await runOnTable(() => createSoldOrders(storeId, random));
    const wakeUp = { tenant_id: storeId, kind: orders.name, of, again: 0 };
    const { units } = await measureUnits(() => runOnTable(() => one.count(testContext(), [wakeUp])));
    for (const [key, amount] of units.write) {
      const family = key.replace(/\d+\/(\d+)$/, "*/$1");
      const shards = Number(/\*\/(\d+)$/.exec(family)?.[1] ?? 1);
      all.set(family, (all.get(family) ?? 0) + amount / shards);
    }
  }
  const [[key, sum] = ["", 0]] = [...all].toSorted(([, one], [, other]) => other - one);
  return { key: key.replaceAll(storeId, "…"), units: (sum / (BATCH_COUNT * RECORDS_PER_BATCH)) * aSecond };
}

async function openStore(): Promise<string> {
  const { id } = await somebody();
  const ctx = testContext({ actor: personActor(id) });
  const { id: storeId } = await createStore(ctx, {
    key: `c-${crypto.randomUUID().slice(0, 18)}`,
    timezone: "UTC",
  });
  const head = await heads.find({ store_id: storeId, tally: figureSums.name });
  if (!head) throw new Error("A new store has no figures.");
  await transact(testContext(), [
    heads.replace(head, { ...head, lanes: LANE_COUNT, lanes_before: LANE_COUNT }),
  ]);
  return storeId;
}

async function createSoldOrders(storeId: string, random: Random): Promise<string[]> {
  const at = 1_792_500_000;
  const made = await Promise.all(
    Array.from({ length: RECORDS_PER_BATCH }, () => makeOrder(storeId, random, at)),
  );
  for (const each of made) await changeOrder(storeId, each, random, at + 60);
  return made.map(({ id }) => recordName(storeId, orders.key({ store_id: storeId, id })));
}

/**
 * Simulates the share of transactions that are repeated: all transactions of one lane write the same row of the day, and
 * DynamoDB refuses one while another one runs.
 */
export function simulateConflicts(random: Random, aSecond: number): number {
  const rate = aSecond / RECORDS_PER_BATCH;
  const free = new Array<number>(LANE_COUNT).fill(0);
  let now = 0;
  let repeated = 0;
  for (let count = 0; count < SIMULATED_COUNT; count++) {
    now += -Math.log((1 + random.int(1_000_000)) / 1_000_001) / rate;
    const lane = random.int(LANE_COUNT);
    let at = now;
    if ((free[lane] ?? 0) > at) repeated++;
    while ((free[lane] ?? 0) > at) at += TRANSACTION_SECONDS;
    free[lane] = at + TRANSACTION_SECONDS;
  }
  return repeated / SIMULATED_COUNT;
}
