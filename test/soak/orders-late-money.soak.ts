import assert from "node:assert/strict";
import { refundLatePayments } from "#test/proofs/late-payments.ts";

export const name = "payments for sold-out goods are refunded automatically";

const ORDERS = Number(process.env.SIZE ?? 100);
const MAX_REFUND_SECONDS = 60;

export async function run(): Promise<string> {
  const { median, longest } = await refundLatePayments(ORDERS);
  const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  assert.ok(
    longest <= MAX_REFUND_SECONDS * 1000,
    `The last was refunded after ${inSeconds(longest)}, but the limit is ${MAX_REFUND_SECONDS} s.`,
  );
  return `${ORDERS} orders paid at once when their goods were sold to others: all refunded, half of them within ${inSeconds(median)}, the last after ${inSeconds(longest)}; the limit is ${MAX_REFUND_SECONDS} s`;
}
