import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { scripts } from "#functions/system/scripts/routes.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { hostileScripts } from "#test/proofs/scripts.ts";
import { somebody } from "#test/support/world.ts";
import type { ScriptResult } from "./platform-scripts-process.ts";

export const name = "hostile scripts end in time and leave nothing behind";

const ROUNDS = Number(process.env.SIZE ?? 3);
/** Most milliseconds from request to answer. */
const MAX_ANSWER_MS = 2_500;
/** Most megabytes that 50 runs may leave allocated. */
const MAX_GROWTH_MB = 48;

export async function run(): Promise<string> {
  const results = await runInProcess();
  const messages = new Map<string, string>();
  const late: string[] = [];
  for (const { name: kind, code, message, milliseconds } of results) {
    if (kind === "1+1") continue;
    assert.equal(code, hostileScripts.find((each) => each.name === kind)?.code, kind);
    assert.equal(messages.get(kind) ?? message, message);
    messages.set(kind, message);
    if (milliseconds >= MAX_ANSWER_MS) late.push(`${kind} took ${Math.round(milliseconds)} ms`);
  }
  const grown = memoryGrowth(results.map(({ memory }) => memory));
  assert.ok(grown < MAX_GROWTH_MB, `${Math.round(grown)} MB more after 50 runs`);
  const longest = (quick: boolean) =>
    Math.round(
      Math.max(...results.filter((each) => (each.name === "1+1") === quick).map((each) => each.milliseconds)),
    );
  const first = Math.round(results[0]?.memory ?? 0);
  const last = Math.round(results.at(-1)?.memory ?? 0);
  const figures = `${results.length} runs in one process: longest ${longest(false)} ms, 1+1 between them within ${longest(true)} ms; memory after the first ${first} MB, after the last ${last} MB, at most ${Math.round(grown)} MB more over any 50 runs`;
  assert.deepEqual(late, [], figures);
  return figures;
}

/** The most memory that any 50 runs in a row have added, including the first ones. */
function memoryGrowth(memory: number[]): number {
  return Math.max(...memory.map((after, at) => after - (memory[Math.max(0, at - 50)] ?? after)));
}

/** Runs the scripts through the deployed code in a separate process. */
async function runInProcess(): Promise<ScriptResult[]> {
  const outDir = join(import.meta.dirname, "../../.build/soak");
  await build(sources({ operations: Object.values(scripts), workers: [] }), { outDir });
  const file = join(outDir, "scripts/run-script.mjs");
  const { token } = await somebody();
  const results: ScriptResult[] = [];
  const child = fork(
    join(import.meta.dirname, "platform-scripts-process.ts"),
    [file, token, String(ROUNDS)],
    {
      execArgv: ["--expose-gc"],
      // The local timeouts are as short as those on AWS.
      env: { ...process.env, LOCAL_PATIENCE: "1" },
    },
  );
  child.on("message", (one: ScriptResult) => results.push(one));
  const [code] = await once(child, "exit");
  assert.equal(code, 0, "the process of the function failed");
  return results;
}
