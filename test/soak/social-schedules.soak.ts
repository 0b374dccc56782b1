import { join } from "node:path";
import { socialWorkers } from "#functions/engagement/social/routes.ts";
import type { PublishingTotals } from "#test/proofs/publishing.ts";
import { NETWORKS } from "#test/proofs/social-accounts.ts";
import type { SoakRun } from "#test/soak.ts";
import { runProcess } from "#test/support/child-process.ts";
import { inParallel } from "#test/support/random.ts";

export const name = "posts to five networks under crashes and faults";

/** The proof runs worker and tick itself: the stack has the queue, and its worker is paused. */
export const manifest = { operations: [], workers: [socialWorkers.publishStep] };

const SCHEDULES = Number(process.env.SIZE ?? 2000);
/** Networks at a time, each in its own process. */
const CONCURRENCY = 2;
const PROCESS = join(import.meta.dirname, "social-schedules-process.ts");

type NetworkTotals = PublishingTotals & { cpu: number };

export async function run({ stack, seed }: SoakRun): Promise<string> {
  await stack.pause("publishStep");
  const only = process.env.NETWORK;
  const types = Object.keys(NETWORKS).filter((type) => only === undefined || type === only);
  const lines = await inParallel(types.length, CONCURRENCY, async (index) => {
    const type = types[index] ?? "";
    const began = performance.now();
    const { published, failed, unknown, kills, scheduledStarts, cpu } = await runProcess<NetworkTotals>(
      PROCESS,
      [type, SCHEDULES, seed],
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const each = ((cpu * 1000) / SCHEDULES).toFixed(0);
    return `${type} ${published} published, ${failed} failed, ${unknown} unknown, ${kills} kills, ${scheduledStarts} begun in time, ${seconds} s, ${each} ms of CPU a schedule`;
  });
  return `${SCHEDULES} schedules a network, each posted 0 or 1 times: ${lines.join("; ")}`;
}
