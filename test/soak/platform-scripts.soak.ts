import assert from "node:assert/strict";
import { scripts } from "#functions/system/scripts/routes.ts";
import { hostile } from "#test/proofs/scripts.ts";
import { ok } from "#test/support/client.ts";
import { somebody } from "#test/support/world.ts";

export const name = "hostile scripts end in time";

const ROUNDS = 3;
/** Milliseconds from request to answer. */
const LONGEST = 2_500;

export async function run(): Promise<string> {
  const messages = new Map<string, string>();
  let runs = 0;
  let longest = 0;
  let warm = 0;
  const before = process.memoryUsage().rss;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name: kind, script, code } of hostile) {
      const as = await somebody();
      const started = performance.now();
      const answer = await ok(scripts.runScript, { as, body: { script } });
      const took = performance.now() - started;
      assert.equal(answer.code, code, kind);
      assert.equal(messages.get(kind) ?? answer.message, answer.message);
      messages.set(kind, answer.message);
      assert.ok(took < LONGEST, `${kind} took ${Math.round(took)} ms`);
      longest = Math.max(longest, took);
      const quick = performance.now();
      assert.equal((await ok(scripts.runScript, { as, body: { script: "1+1" } })).output, 2);
      warm = Math.max(warm, performance.now() - quick);
      runs += 2;
    }
  }
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grown < 48 * (runs / 50), `${Math.round(grown)} MB more after ${runs} runs`);
  return `${runs} runs: longest ${Math.round(longest)} ms, 1+1 afterwards within ${Math.round(warm)} ms, ${Math.round(grown)} MB more`;
}
