import { expect, test } from "vitest";
import { paidAtStripe } from "#test/proofs/odd-amounts.ts";

// A bank may dispute any part of 30.030, but the last digit of a refund must be zero:
// https://docs.stripe.com/currencies
const [PRICE, TOTAL] = [10_010, 30_030];
const NOTHING_LEFT = { status: 400, body: { error: "PAYMENT.INVALID_AMOUNT" } };

test.each([
  ["KWD", 5005, 25_020],
  ["BHD", 9, 30_020],
  ["JOD", 30_021, 0],
  ["OMR", 10_001, 20_020],
  ["TND", 5010, 25_020],
] as const)(
  "in %s, after a lost dispute of an odd %i, a refund returns the %i that can be sent",
  async (currency, kept, rest) => {
    const bought = await paidAtStripe(currency, PRICE);
    expect(bought.total).toBe(TOTAL);
    const end = await bought.dispute(kept);
    if (rest > 0) expect(await bought.refund()).toMatchObject({ status: 200, body: { amount: rest } });
    else expect(await bought.refund()).toMatchObject(NOTHING_LEFT);
    await end("lost");
    const { payment, payment_status } = await bought.rests(kept + rest);
    expect(payment).toMatchObject({ captured: TOTAL, refunded: kept + rest, refund_pending: 0 });
    expect(payment.refunds.map(({ status }) => status)).not.toContain("pending");
    expect(payment.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(kept + rest);
    expect(payment_status).toBe(kept + rest === TOTAL ? "refunded" : "partially_refunded");
    expect(await bought.sent()).toBe(rest);
    // The shop keeps what is too small to be sent.
    expect(await bought.refund()).toMatchObject(NOTHING_LEFT);
    expect(await bought.rests(kept + rest)).toMatchObject({ payment: { refund_pending: 0 } });
  },
);

test("a won dispute is refunded together with the odd rest", async () => {
  const bought = await paidAtStripe("KWD", PRICE);
  const end = await bought.dispute(5005);
  expect(await bought.refund()).toMatchObject({ status: 200, body: { amount: 25_020 } });
  await end("won");
  await bought.rests(25_020);
  expect(await bought.refund()).toMatchObject({ status: 200, body: { amount: 5010 } });
  expect(await bought.rests(TOTAL)).toMatchObject({ payment_status: "refunded" });
  expect(await bought.sent()).toBe(TOTAL);
});

test("an order cancelled after a bank took an odd part of it refunds what can be sent", async () => {
  const bought = await paidAtStripe("KWD", PRICE);
  await (await bought.dispute(5005))("lost");
  await bought.rests(5005);
  await bought.cancel();
  const order = await bought.rests(30_025);
  expect(order).toMatchObject({ status: "cancelled", payment_status: "partially_refunded" });
  expect(order.payment.refunds.map(({ status }) => status)).not.toContain("pending");
  expect(await bought.cancel()).toMatchObject({ status: "cancelled", payment: { refunded: 30_025 } });
  expect(await bought.sent()).toBe(25_020);
});
