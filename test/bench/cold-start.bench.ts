import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { makeProgress } from "#infra/progress.ts";
import { exampleBody, slotsOf } from "#test/support/fixtures.ts";
import { eventOf, OUTPUT_FOLDER } from "./handlers.ts";
import { median, textTable } from "./measure.ts";
import type { BenchStack } from "./stack.ts";
import { type BenchWorld, benchWorld } from "./world.ts";

export const name =
  "cold start: what loading a function costs over an empty process, and its first call, on one core";

/** At most MAX_RUNS rounds, and none after MAX_MS milliseconds, but always MIN_RUNS. */
const MAX_RUNS = Number(process.env.BENCH_ROUNDS ?? 11);
const MIN_RUNS = Math.min(MAX_RUNS, 3);
const MAX_MS = 25_000;
/** Milliseconds of CPU that a cold start may take beyond an empty process. */
const GOAL_MS = 70;

const OPERATIONS_BY_KIND: Record<string, readonly string[]> = {
  "reads a record": ["getForm", "getEntry", "getProduct"],
  "reads a list": ["listEntries", "listOrders"],
  "writes content": ["createForm", "createEntry", "updateProduct"],
  "a visitor's": ["submitForm", "sendMessage", "requestCode"],
  sells: ["checkoutVisitorCart", "createOrder", "checkoutReservation"],
  "finds free slots": ["listAvailableSlots"],
  "asks Stripe": ["refundPayment"],
  "takes files": ["createMedia", "startImport"],
  "calls networks": ["createPublication"],
  stream: ["fanOut"],
  queue: ["planDeliveries", "deliverWebhooks", "sendEmail", "notifyOrder"],
};

type ColdStart = {
  kind: string;
  id: string;
  entry: string;
  event: string;
  kilobytes: number;
  runs: StartTimes[];
};

/** Milliseconds since the process started: CPU after loading and after the call, and wall time. */
type StartTimes = { loaded: number; called: number; wall: number };

/** Measures cold starts in fresh processes on one core, alternating with empty ones, and prints medians. */
export async function run(_stack: BenchStack): Promise<string> {
  const progress = makeProgress("rounds");
  const starts = await startsOf(await benchWorld());
  const empty: StartTimes[] = [];
  const begun = performance.now();
  while (empty.length < MIN_RUNS || (empty.length < MAX_RUNS && performance.now() - begun < MAX_MS)) {
    progress.show(empty.length, MAX_RUNS, "fresh processes, one at a time");
    empty.push(startOnce([]));
    for (const { runs, entry, event } of starts) runs.push(startOnce([entry, event]));
  }
  progress.end();
  const of = (runs: StartTimes[], part: keyof StartTimes) => median(runs.map((each) => each[part]));
  const rows = starts.map(({ kind, id, kilobytes, runs }) => {
    const over = (part: keyof StartTimes) => of(runs, part) - of(empty, part);
    const [load, whole] = [over("loaded"), over("called")];
    const figures = [load, whole - load, whole, over("wall")].map((figure) => figure.toFixed(0));
    return [kind, id, `${kilobytes}`, ...figures, goalResult(load), goalResult(whole)];
  });
  const heads = ["kind", "function", "KB", "load", "first call", "both", "both, wall"];
  const before = `An empty process: ${of(empty, "called").toFixed(0)} ms of CPU, ${of(empty, "wall").toFixed(0)} ms.`;
  const table = textTable([[...heads, `load ≤ ${GOAL_MS}`, `both ≤ ${GOAL_MS}`], ...rows]);
  return `${table}\n\n${before} Milliseconds of CPU over it, unless said; medians of ${empty.length} processes.`;
}

function goalResult(over: number): string {
  return over <= GOAL_MS ? "held" : `${(over / GOAL_MS).toFixed(2)} times`;
}

async function startsOf(world: BenchWorld): Promise<ColdStart[]> {
  const all = sources({ operations, workers });
  const wanted = Object.values(OPERATIONS_BY_KIND).flat();
  const domains = new Set(all.filter(({ id }) => wanted.includes(id)).map(({ domain }) => domain));
  const some = all.filter(({ domain }) => domains.has(domain));
  const entries = (await build(some, { outDir: OUTPUT_FOLDER })).flatMap(({ folder, entries: list }) =>
    list.map((entry) => ({ ...entry, folder })),
  );
  mkdirSync(join(OUTPUT_FOLDER, "events"), { recursive: true });
  return Object.entries(OPERATIONS_BY_KIND).flatMap(([kind, ids]) =>
    ids.map((id) => {
      const entry = entries.find((each) => each.id === id);
      if (!entry) throw new Error(`There is no function ${id}.`);
      const event = join(OUTPUT_FOLDER, "events", `${id}.json`);
      writeFileSync(event, JSON.stringify(eventFor(id, world)));
      const kilobytes = Math.round(entry.bytes / 1024);
      return { kind, id, entry: join(entry.folder, entry.file), event, kilobytes, runs: [] };
    }),
  );
}

/** A member's request, which most operations answer with 404, or an empty batch for a worker. */
function eventFor(id: string, { storeId, formId, token }: BenchWorld): object {
  const operation: Operation | undefined = operations.find((each) => each.id === id);
  if (!operation) return { Records: [] };
  const slots = Object.fromEntries(slotsOf(operation).map((slot) => [slot, "some_id"]));
  const params = { ...slots, storeId, businessId: storeId, formId };
  const credential = operation.needs === "none" ? {} : { token };
  return eventOf(operation, { params, body: exampleBody(operation), ...credential });
}

function startOnce(args: string[]): StartTimes {
  const script = join(import.meta.dirname, "cold-start-process.ts");
  const { stderr, status } = spawnSync("taskset", ["-c", "0", process.execPath, script, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr) as StartTimes;
}
