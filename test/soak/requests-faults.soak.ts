import { sendFaultyRequests } from "#test/proofs/multiple-faults.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "requests with several faults";

const TIMES = Number(process.env.SIZE ?? 50);

export async function run(): Promise<string> {
  const seed = newSeed();
  const { operations, requests, byCode } = await sendFaultyRequests(randomFrom(seed), TIMES);
  return `${requests} requests to ${operations} operations, each ${TIMES} times, one answer each: ${JSON.stringify(byCode)}; SEED=${seed}`;
}
