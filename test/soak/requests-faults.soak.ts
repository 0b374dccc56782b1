import { sendFaultyRequests } from "#test/proofs/multiple-faults.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "requests with several faults";

const TIMES = Number(process.env.SIZE ?? 50);

export async function run({ random }: SoakRun): Promise<string> {
  const { operations, requests, byCode } = await sendFaultyRequests(random, TIMES);
  return `${requests} requests to ${operations} operations, each ${TIMES} times, one answer each: ${JSON.stringify(byCode)}`;
}
