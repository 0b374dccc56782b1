import { continueResolved, replyAsStaff, sendFromMany, sendTwice } from "#test/proofs/support-concurrency.ts";
import type { SoakRun } from "#test/soak.ts";
import { inParallel } from "#test/support/random.ts";
import { makeAgent } from "#test/support/support.ts";
import { openStore } from "#test/support/world.ts";

export const name = "conversations that many write into at once";

const SENDERS = Number(process.env.SENDERS ?? 50);
const MESSAGES_PER_SENDER = Number(process.env.EACH ?? 20);
const RACES = Number(process.env.SIZE ?? 1000);

export async function run({ random }: SoakRun): Promise<string> {
  const store = await openStore();
  await makeAgent(store);
  const messages = await sendFromMany(random, store, SENDERS, MESSAGES_PER_SENDER);
  const results = await inParallel(RACES, 4, () => replyAsStaff(random, store));
  const raced = results.filter(Boolean).length;
  for (const by of ["message_id", "key"] as const) {
    for (const text of ["Order", "What is delivery?"]) await sendTwice(store, 20, by, text);
  }
  for (let round = 0; round < 20; round++) await continueResolved(store, 10);
  return `${SENDERS} senders of ${MESSAGES_PER_SENDER}: ${messages} messages, sequences whole, two readers saw each once; ${RACES} races with staff, ${raced} with words before theirs, none of bot or AI after; 20 twins by id and key: one turn; 20 times ten at once to a resolved conversation: one new one`;
}
