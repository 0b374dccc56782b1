import assert from "node:assert/strict";
import { returnLateMoney } from "#test/proofs/late-money.ts";

export const name = "money for what cannot be filled goes back by itself";

const ORDERS = Number(process.env.SIZE ?? 100);
/** Seconds in which it is to be back. */
const MARK = 60;

export async function run(): Promise<string> {
  const { median, longest } = await returnLateMoney(ORDERS);
  const told = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  assert.ok(
    longest <= MARK * 1000,
    `The last was given back after ${told(longest)}, and the mark is ${MARK} s.`,
  );
  return `${ORDERS} orders paid at once when their goods were sold to others: all given back, half of them within ${told(median)}, the last after ${told(longest)}; the mark is ${MARK} s`;
}
