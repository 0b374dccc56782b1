import assert from "node:assert/strict";
import { publishManyDue } from "#test/proofs/publishing-due.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "publications that are due in one minute, while ticks and workers are killed";
export { noFunctions as manifest } from "./manifests.ts";

const PUBLICATIONS = Number(process.env.SIZE ?? 1000);
const KILLS = PUBLICATIONS / 5;

export async function run({ random }: SoakRun): Promise<string> {
  const { waits, ticksKilled, workersKilled, published, failed } = await publishManyDue(random, PUBLICATIONS);
  const kills = ticksKilled + workersKilled;
  assert.ok(kills >= KILLS, `only ${kills} kills`);
  const at = (part: number) => waits[Math.ceil(PUBLICATIONS * part) - 1];
  const begun = `half began within ${at(0.5)} s of virtual time, 99 of 100 within ${at(0.99)} s, the last within ${at(1)} s`;
  return `${PUBLICATIONS} due, none early, none lost, each begun once; ${ticksKilled} ticks and ${workersKilled} workers killed; ${begun}; ${published} published, ${failed} failed and not on the feed`;
}
