import { sendRandomRequests } from "#test/proofs/requests.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "random requests";

const REQUESTS = Number(process.env.SIZE ?? 100_000);

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const statuses = await sendRandomRequests(random, REQUESTS);
  return `${REQUESTS} requests, no 5xx: ${JSON.stringify(statuses)}; SEED=${random.seed}`;
}
