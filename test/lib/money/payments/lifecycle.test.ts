import { expect, test } from "vitest";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { MAX_REFUNDS, paymentLife } from "#lib/money/payments/lifecycle.ts";
import { withCapture } from "#lib/money/payments/reversals.ts";
import type { Payment, Refund, Reversal } from "#lib/money/payments/schema.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const NOW = 1_790_000_000;
const newPayment: Stored<Payment> = {
  [VERSION]: 1,
  id: "pay_1",
  tenant_id: "store_1",
  reference: "order_1",
  provider: "sandbox",
  credential_id: null,
  status: "pending",
  currency: "EUR",
  amount: 5000,
  ...{ captured: 0, refunded: 0, refund_pending: 0, desk_refunded: 0, desk_pending: 0 },
  ...{ attempt: 2, captured_attempt: null, captured_at: null, takings: [], returns: [] },
  ...{ test: false, expires_at: NOW, created_at: NOW, updated_at: NOW },
};
const paidPayment = withCapture({ ...newPayment, status: "captured", captured_attempt: 2 } as const, 2, 5000);
const refund = (amount: number, status: Refund["status"] = "pending"): Refund => ({
  id: "ref_1",
  tenant_id: "store_1",
  payment_id: "pay_1",
  attempt: 2,
  reference: "order_1",
  currency: "EUR",
  ...{ amount, status, surplus: false, provider_ref: null, reason: null },
  ...{ created_at: NOW, updated_at: NOW },
});
const dispute: Reversal = {
  id: "du_1",
  attempt: 2,
  kind: "dispute",
  amount: 5000,
  counted: 5000,
  status: "pending",
  settled_at: null,
};

test("every transition of a payment has the outcome that its table declares", () => {
  const wrong = wrongTransitions(paymentLife, {
    snapshots: (state) =>
      paymentLife.states
        .filter((status) => status === state)
        .map((status) => ({ payment: status === "captured" ? paidPayment : { ...newPayment, status } })),
    events: [
      { type: "payment page renewed", expires_at: NOW + 900, now: NOW },
      { type: "payment authorized", now: NOW },
      { type: "payment received", page: 2, amount: 5000, now: NOW },
      { type: "second payment received", amount: 5000, back: { ...refund(5000), attempt: 1 }, now: NOW },
      ...[1, 2].flatMap((page) => [
        { type: "payment declined", page, now: NOW } as const,
        { type: "payment page expired", page, now: NOW } as const,
      ]),
      { type: "refund requested", refund: refund(5000), now: NOW },
      { type: "refund requested", refund: refund(5001), now: NOW },
      { type: "refund reported", refund: refund(5000, "succeeded"), now: NOW },
      { type: "external refund reported", back: dispute, now: NOW },
    ],
  });
  expect(wrong).toEqual([]);
});

test("a payment refunds no more than came, and in no more parts than allowed", () => {
  const ask = (payment: Stored<Payment>, amount: number) =>
    paymentLife.transition({ payment }, { type: "refund requested", refund: refund(amount), now: NOW })
      .record;
  expect(ask(paidPayment, 5000)).toMatchObject({ refund_pending: 5000, status: "captured" });
  const some = Array.from(
    { length: MAX_REFUNDS },
    (_, at) => ({ ...dispute, kind: "refund", id: `r${at}`, counted: 1 }) as const,
  );
  const often = { ...paidPayment, returns: some };
  expect(() => ask(often, 1)).toThrow(`${MAX_REFUNDS} times`);
  expect(ask(often, 5000 - MAX_REFUNDS).returns).toHaveLength(MAX_REFUNDS + 1);
});

test("money of a second page is refunded, and counts in no sum", () => {
  const twice = {
    type: "second payment received",
    amount: 5000,
    back: { ...refund(5000), attempt: 1 },
    now: NOW,
  } as const;
  const { record, event } = paymentLife.transition({ payment: paidPayment }, twice);
  expect(record).toMatchObject({ captured: 5000, refunded: 0, refund_pending: 0, captured_attempt: 2 });
  expect([event, record.takings.length, record.returns.length]).toEqual(["payment.updated", 2, 1]);
});

test("an older page's end does not change a payment, and each new page is the next", () => {
  const after = (page: number) =>
    paymentLife.transition({ payment: newPayment }, { type: "payment declined", page, now: NOW }).record;
  expect([after(1).status, after(2).status]).toEqual(["pending", "failed"]);
  const next = { type: "payment page renewed", expires_at: NOW + 900, now: NOW } as const;
  expect(paymentLife.transition({ payment: after(2) }, next)).toMatchObject({
    record: { status: "pending", attempt: 3, expires_at: NOW + 900 },
    event: "payment.updated",
  });
});
