import { refreshTogether } from "#test/proofs/sign-in.ts";

export const name = "concurrent refreshes of one token";

const ROUNDS = 50;
const CONCURRENCY = 50;

export async function run(): Promise<string> {
  for (let round = 0; round < ROUNDS; round++) await refreshTogether(CONCURRENCY);
  return `${ROUNDS} times ${CONCURRENCY} refreshes, one successor each time, the old one ends the session after the grace`;
}
