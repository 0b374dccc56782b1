import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { Context } from "#core/context.ts";
import { ROW_CONCURRENCY } from "#core/due/drain.ts";
import { dueWork } from "#core/due/work.ts";
import { dueWorker } from "#core/due/worker.ts";
import { entity } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { cartWorkers } from "#functions/commerce/carts/routes.ts";
import type { SoakRun } from "#test/soak.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { bulkWrite, type LostCalls, retryLostCalls } from "#test/support/table.ts";

export const name = "many due rows, handled once and fairly by workers that are killed";
export { noFunctions as manifest } from "./manifests.ts";

/** A fifth of the rows belongs to one large tenant; the other tenants have eight each. */
const ROWS = Number(process.env.ROWS ?? 100_000);
const LARGE_TENANT_ROWS = Math.floor(ROWS / 5);
const SMALL_TENANT_ROWS = 8;
const SHARDS = 8;
const FAILING_ROWS = 16;
/** Milliseconds between rounds, which the workers see as minutes. */
const ROUND_MS = 5000;
/** Milliseconds between two rounds once only failing rows are left. */
const QUIET_MS = 100;
/** Longest wait in seconds: two ticks. */
const MAX_WAIT_SECONDS = 120;
/** Assumed milliseconds of a call to the table on AWS. */
const CALL_MS = 15;
/** Assumed milliseconds of a row whose work calls a provider. */
const PROVIDER_MS = 500;
/** Most rows a second that a partition of an index can remove. */
const PARTITION_ROWS_PER_SECOND = 1000;

const Row = z.object({ tenant: z.string(), id: z.string(), at: z.int(), times: z.int() });
const rows = entity({
  name: "due_soak",
  schema: Row,
  pk: "DUE_SOAK#{tenant}",
  sk: "{id}",
  indexes: { due: "DUE_SOAK#{id%8}" },
  due_at: ({ at, times }) => (times > 0 ? null : at),
  tenant: "tenant",
  deletion: { tenant: "expires", person: "expires" },
});

type InTime = LostCalls["inTime"];

const FAILING_ID_PREFIX = "poisoned";

/** The work of a killed process: this promise never settles. */
const NEVER_SETTLES = new Promise<never>(() => undefined);

export function run({ random }: SoakRun): Promise<string> {
  return retryLostCalls((lateness) => drainDueRows(random, lateness));
}

async function drainDueRows(random: Random, { inTime }: LostCalls): Promise<string> {
  const tenants = await createRows(inTime);
  const { orders, handlerOf } = mortalWorkers(random, inTime);
  const began = performance.now();
  const before = process.cpuUsage();
  const calls = countCalls();
  let rounds = 0;
  let spent: { cpu: number; calls: number; seconds: number } | undefined;
  for (; await inTime(isAnyDue); rounds++) {
    for (let shard = 0; shard < SHARDS; shard++) {
      const { handler, dies } = handlerOf(shard);
      void handler(dueMessageFor(shard, rounds), contextLasting(dies ? Number.POSITIVE_INFINITY : 60));
    }
    const isDone = orders.flat().length >= ROWS;
    if (isDone && !spent) {
      const { user, system } = process.cpuUsage(before);
      const seconds = (performance.now() - began) / 1000;
      spent = { cpu: (user + system) / 1000 / ROWS, calls: calls.end() / ROWS, seconds };
    }
    await setTimeout(isDone ? QUIET_MS : ROUND_MS);
  }
  assert.ok(spent, "not all rows were done");
  const times = await inTime(() => handledTimesOf(tenants));
  assert.equal(times.length, ROWS + FAILING_ROWS, "a row was lost");
  assert.equal(times.filter((each) => each === 1).length, ROWS, "a row was not done once");
  assert.equal(orders.flat().length, ROWS, "a row was done twice");
  assert.equal(await inTime(quarantinedRows), FAILING_ROWS, "failing rows are not in quarantine");
  const crowded = Math.max(...orders.map(rowsOfLargeTenant));
  // Tenants take turns, so others wait for few rows; twice as many, because a worker died.
  const most = (SMALL_TENANT_ROWS + ROW_CONCURRENCY) * 2;
  assert.ok(crowded <= most, `others waited for ${crowded} rows of the large tenant, more than ${most}`);
  const wait = Math.max(...orders.map(lastSmallTenantRow)) / rowsPerSecond(spent);
  assert.ok(wait <= MAX_WAIT_SECONDS, `the last row of others would wait for ${wait.toFixed(0)} s on AWS`);
  return reportText({ rounds, ...spent, crowded, wait });
}

function countCalls() {
  let count = 0;
  const countCall = () => {
    count += 1;
  };
  subscribe("http.client.request.created", countCall);
  return {
    end: () => {
      unsubscribe("http.client.request.created", countCall);
      return count;
    },
  };
}

/** Makes workers: the first one of each shard dies. `orders` has the tenants of the handled rows by shard. */
function mortalWorkers(random: Random, inTime: InTime) {
  const orders = Array.from({ length: SHARDS }, (): string[] => []);
  const lives = orders.map(() => 1 + random.int(Math.max(1, ROWS / (2 * SHARDS))));
  const handlerOf = (shard: number) => {
    let left = lives[shard] ?? Number.POSITIVE_INFINITY;
    const dies = Number.isFinite(left);
    lives[shard] = Number.POSITIVE_INFINITY;
    const done = async (ctx: Context, key: Parameters<typeof rows.find>[0]) => {
      const found = await rows.find(key);
      if (!found || found.times > 0) return;
      if (found.id.startsWith(FAILING_ID_PREFIX)) throw new Error("It cannot be done.");
      await transact(ctx, [rows.replace(found, { ...found, times: found.times + 1 })]);
      orders[shard]?.push(key.tenant);
    };
    const work = dueWork(rows, (ctx, key) => (left-- <= 0 ? NEVER_SETTLES : inTime(() => done(ctx, key))));
    return { handler: dueWorker({ ...cartWorkers.processDueCarts, id: "processDueCarts" }, [work]), dies };
  };
  return { orders, handlerOf };
}

/** Rows handled in a shard up to the last one of a small tenant. */
function lastSmallTenantRow(order: readonly string[]): number {
  return order.findLastIndex((tenant) => tenant !== "crowd") + 1;
}

/** Rows of the large tenant handled before the last row of a small one. */
function rowsOfLargeTenant(order: readonly string[]): number {
  return order.slice(0, lastSmallTenantRow(order)).filter((tenant) => tenant === "crowd").length;
}

interface RowCost {
  /** Milliseconds of CPU a row. */
  cpu: number;
  /** Calls to AWS a row. */
  calls: number;
}

/** Rows a second of a shard on AWS: limited by 0.29 vCPU of a 512 MB worker, by waiting, or by the index's partition. */
function rowsPerSecond({ cpu, calls }: RowCost, waiting = calls * CALL_MS): number {
  return Math.min(290 / cpu, (ROW_CONCURRENCY * 1000) / waiting, PARTITION_ROWS_PER_SECOND);
}

interface DrainFigures extends RowCost {
  seconds: number;
  rounds: number;
  crowded: number;
  wait: number;
}

function reportText({ seconds, rounds, crowded, wait, ...spent }: DrainFigures): string {
  const rate = SHARDS * rowsPerSecond(spent);
  const minutes = (count: number) => (count / rate / 60).toFixed(1);
  const asking = SHARDS * rowsPerSecond(spent, PROVIDER_MS);
  return `${ROWS} rows, ${LARGE_TENANT_ROWS} of one tenant, ${SHARDS} workers killed, in ${seconds.toFixed(0)} s; ${FAILING_ROWS} in quarantine after ${rounds} rounds; a row takes ${spent.cpu.toFixed(2)} ms of processor and ${spent.calls.toFixed(2)} calls, so on AWS ${rate.toFixed(0)} rows a second: ${ROWS} in ${minutes(ROWS)} minutes, 1,000,000 in ${minutes(1_000_000)}; of rows that ask a provider for ${PROVIDER_MS} ms ${asking.toFixed(0)} a second; others waited for ${crowded} rows of the large tenant, on AWS ${wait.toFixed(0)} s at most, and two rounds more where a worker died`;
}

async function createRows(inTime: InTime): Promise<string[]> {
  const others = Math.floor((ROWS - LARGE_TENANT_ROWS) / SMALL_TENANT_ROWS);
  const all = [
    ...Array.from({ length: LARGE_TENANT_ROWS }, (_, index) => ({
      tenant: "crowd",
      id: `c${index}`,
      at: 1000,
    })),
    ...Array.from({ length: others * SMALL_TENANT_ROWS }, (_, index) => ({
      tenant: `t${Math.floor(index / SMALL_TENANT_ROWS)}`,
      id: `r${index}`,
      at: 2000,
    })),
  ];
  for (let index = 0; index < FAILING_ROWS; index++)
    all.push({ tenant: `t${index % 3}`, id: `${FAILING_ID_PREFIX}${index}`, at: 1500 });
  const rest = ROWS + FAILING_ROWS - all.length;
  for (let index = 0; index < rest; index++) all.push({ tenant: "t0", id: `x${index}`, at: 2000 });
  for (let start = 0; start < all.length; start += 5000)
    await inTime(() =>
      bulkWrite(all.slice(start, start + 5000).map((row) => rows.create({ ...row, times: 0 }))),
    );
  return [...new Set(all.map(({ tenant }) => tenant))];
}

async function quarantinedRows(): Promise<number> {
  const { items } = await queryItems("DUE_ASIDE", { index: "due" });
  return items.filter(({ pk }) => String(pk).startsWith("DUE_SOAK#")).length;
}

async function isAnyDue(): Promise<boolean> {
  for (let shard = 0; shard < SHARDS; shard++) {
    const { items } = await queryItems(`DUE_SOAK#${shard}/${SHARDS}`, { index: "due", limit: 1 });
    if (items.length > 0) return true;
  }
  return false;
}

async function handledTimesOf(tenants: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  await inParallel(tenants.length, 16, async (index) => {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await rows.query(rows.partition({ tenant: tenants[index] ?? "" }), {
        after,
        consistent: true,
      });
      found.push(...page.records.map(({ times }) => times));
      after = page.after;
    } while (after);
  });
  return found;
}

function dueMessageFor(shard: number, rounds: number) {
  const body = JSON.stringify({ id: "msg", to: "process-due-carts", body: { kind: rows.name, shard } });
  const messageAttributes = { "x-local-time": { stringValue: String(4000 + rounds * 60) } };
  const attributes = { ApproximateReceiveCount: "1" };
  return { Records: [{ messageId: crypto.randomUUID(), body, attributes, messageAttributes }] } as never;
}

function contextLasting(seconds: number) {
  const end = Date.now() + seconds * 1000;
  return { getRemainingTimeInMillis: () => end - Date.now() };
}
