import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderOfThree, proveExactRefunds } from "#test/proofs/exact-refunds.ts";
import { ok, refused } from "#test/support/client.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

const seed = newSeed();

test(`all refunds of an order end and add up to what was paid (SEED=${seed})`, async () => {
  const { refunds, refused } = await proveExactRefunds(randomFrom(seed), 2);
  expect(refunds).toBeGreaterThan(15);
  expect(refused).toBeGreaterThan(0);
});

test("an amount that the provider cannot refund exactly is refused at once", async () => {
  const { at } = await orderOfThree("stripe", "KWD", 10_010);
  expect(await refused(orders.refundOrder, { ...at, body: { amount: 5005 } })).toMatchObject({
    status: 400,
    error: "PAYMENT.STRIPE_ERROR",
  });
  const { payment } = await ok(orders.getOrder, at);
  expect(payment).toMatchObject({ refunded: 0, refund_pending: 0, refunds: [] });
});

test("a shipping refund given as a number is exact or refused", async () => {
  const { at } = await orderOfThree("stripe", "KWD", 10_000, { shipping: 2020 });
  const amounts = [];
  for (const shipping of [505, 1005, 2019]) {
    const body = { shipping };
    expect(await refused(orders.refundOrder, { ...at, body })).toMatchObject({
      status: 400,
      error: "PAYMENT.STRIPE_ERROR",
    });
  }
  const { payment } = await ok(orders.getOrder, at);
  expect(payment).toMatchObject({ refunded: 0, refund_pending: 0, refunds: [] });
  for (const shipping of [510, true])
    amounts.push((await ok(orders.refundOrder, { ...at, body: { shipping } })).amount);
  expect(amounts).toEqual([510, 1510]);
});

test("refunds of units are rounded to sendable amounts, and the last carries the difference", async () => {
  const { at, itemId, otherId, total } = await orderOfThree("stripe", "KWD", 10_003, { total: 40_010 });
  const amounts: number[] = [];
  for (const order_item_id of [itemId, otherId, itemId, itemId]) {
    const lines = [{ order_item_id, quantity: 1 }];
    amounts.push((await ok(orders.refundOrder, { ...at, body: { lines } })).amount);
  }
  expect(amounts.every((amount) => amount % 10 === 0)).toBe(true);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
});

test("the sandbox, which accepts every amount, refunds to the last unit", async () => {
  const { at, itemId } = await orderOfThree("sandbox", "KWD", 10_003);
  const lines = [{ order_item_id: itemId, quantity: 1 }];
  expect(await ok(orders.refundOrder, { ...at, body: { lines } })).toMatchObject({ amount: 10_003 });
  expect(await ok(orders.refundOrder, { ...at, body: { amount: 5 } })).toMatchObject({ amount: 5 });
});
