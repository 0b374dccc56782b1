import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forms } from "#functions/content/forms/routes.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build, sources } from "#infra/build.ts";
import { eventOf } from "./event.ts";
import { columns } from "./measure.ts";
import type { BenchStack } from "./stack.ts";
import { benchWorld } from "./world.ts";

export const name = "cold start: init and the first call to the table, on one core, over an empty process";

const OUT = join(import.meta.dirname, "../../.build/bench");
const RUNS = 15;

/** Medians of fresh processes pinned to one core, by turns with an empty one. Budget 85 ms; code of an endpoint 450 KB. */
export async function run(stack: BenchStack): Promise<string> {
  const assets = await build(sources({ operations, workers }), { outDir: OUT });
  const { storeId, formId, token } = await benchWorld(stack.api);
  mkdirSync(join(OUT, "events"), { recursive: true });
  const event = join(OUT, "events/get-form.json");
  writeFileSync(event, JSON.stringify(eventOf(forms.getForm, { params: { storeId, formId }, token })));
  const entry = join(OUT, "forms/get-form.mjs");
  const pairs = Array.from({ length: RUNS }, () => ({ empty: once([]), full: once([entry, event]) }));
  const median = (values: number[]) =>
    values.toSorted((left, right) => left - right)[Math.floor(RUNS / 2)] ?? 0;
  const row = (label: string, of: (result: { cpu: number; wall: number }) => number) => {
    const empty = median(pairs.map((pair) => of(pair.empty)));
    const full = median(pairs.map((pair) => of(pair.full)));
    return [label, empty.toFixed(0), full.toFixed(0), (full - empty).toFixed(0)];
  };
  const sizes = assets.flatMap(({ entries }) => entries).toSorted((left, right) => right.bytes - left.bytes);
  const [largest] = sizes;
  const table = columns([
    ["getForm", "empty", "with it", "over empty"],
    row("wall ms", ({ wall }) => wall),
    row("CPU ms", ({ cpu }) => cpu),
  ]);
  return `${table}\n\nlargest entry: ${largest?.id} ${Math.round((largest?.bytes ?? 0) / 1024)} KB of ${sizes.length}`;
}

function once(args: string[]): { cpu: number; wall: number } {
  const script = join(import.meta.dirname, "cold-start-process.ts");
  const { stderr, status } = spawnSync("taskset", ["-c", "0", process.execPath, script, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr) as { cpu: number; wall: number };
}
