import assert from "node:assert/strict";
import { refundLatePayments } from "#test/proofs/late-payments.ts";

export const name = "payments for sold-out goods are refunded automatically";

const ORDERS = Number(process.env.SIZE ?? 100);
/** Seconds within which a payment must be refunded. */
const MARK = 60;

export async function run(): Promise<string> {
  const { median, longest } = await refundLatePayments(ORDERS);
  const told = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  assert.ok(
    longest <= MARK * 1000,
    `The last was refunded after ${told(longest)}, but the limit is ${MARK} s.`,
  );
  return `${ORDERS} orders paid at once when their goods were sold to others: all refunded, half of them within ${told(median)}, the last after ${told(longest)}; the limit is ${MARK} s`;
}
