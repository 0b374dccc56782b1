import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { exponentOf } from "#lib/money/money/currency.ts";
import type { PaymentState } from "#lib/money/payments/port.ts";
import { refundableAmount } from "#lib/money/payments/reversals.ts";
import type { Attempt, Payment } from "#lib/money/payments/schema.ts";
import { nextStep } from "#lib/money/payments/steps.ts";
import { fromStripe, toStripeExactly } from "#lib/money/payments/stripe-currency.ts";
import { testContext } from "#test/support/world.ts";

const NO_REVERSALS = { refunds: [], disputes: [] };
const disputesOf = (amount: number, status: "open" | "lost" | "won") => [{ ref: "du_1", amount, status }];
const byDesk = (amount: number, status: "pending" | "succeeded" | "failed") => ({
  ref: `re_${amount}`,
  refundId: null,
  amount,
  status,
});
const paidState = (more: Partial<PaymentState> = {}): PaymentState => ({
  ...{ status: "paid", captured: 5000, chargeRef: "pi_1" },
  ...NO_REVERSALS,
  ...more,
});

/** What a provider may report for one page, in order. The last state is the final one. */
const REPORTS: PaymentState[][] = [
  [{ status: "open", captured: 0, chargeRef: null, ...NO_REVERSALS }, paidState()],
  [
    { status: "processing", captured: 0, chargeRef: null, ...NO_REVERSALS },
    paidState({ refunds: [byDesk(1000, "pending")] }),
    paidState({ refunds: [byDesk(1000, "succeeded"), byDesk(700, "pending")] }),
    paidState({
      refunds: [byDesk(1000, "succeeded"), byDesk(700, "failed")],
      disputes: disputesOf(4000, "open"),
    }),
    paidState({
      refunds: [byDesk(1000, "succeeded"), byDesk(700, "failed")],
      disputes: disputesOf(5000, "lost"),
    }),
  ],
  [
    { status: "processing", captured: 0, chargeRef: null, ...NO_REVERSALS },
    { status: "failed", captured: 0, chargeRef: null, ...NO_REVERSALS },
  ],
];

test("missed or repeated syncs end in the same payment, which never refunds more than came", () => {
  fc.assert(
    fc.property(fc.constantFrom(...REPORTS), fc.infiniteStream(fc.nat(2)), (states, syncs) => {
      const straight = syncTo(newPayment(), states.at(-1));
      const stream = syncs[Symbol.iterator]();
      let now = newPayment();
      // Each state is synced never, once or twice; callbacks are lost, late and repeated.
      for (const state of states) for (let n = stream.next().value ?? 0; n > 0; n--) now = syncTo(now, state);
      expect(syncTo(now, states.at(-1)).payment).toEqual(straight.payment);
    }),
    { numRuns: 500 },
  );
});

test("an external refund that counts still counts when later ones exceed the rest", () => {
  const first = syncTo(newPayment(), paidState({ refunds: [byDesk(4000, "succeeded")] }));
  // By their ids, each of these would be counted before the first refund.
  const more = [byDesk(3000, "succeeded"), byDesk(4000, "succeeded"), byDesk(2000, "succeeded")];
  const { payment } = syncTo(first, paidState({ refunds: more }));
  const counted = payment.returns.map(({ id, counted: of }) => [id, of]);
  expect(counted).toEqual([
    ["re_2000", 1000],
    ["re_3000", 0],
    ["re_4000", 4000],
  ]);
  // Completed reversals count before pending ones.
  const open = syncTo(newPayment(), paidState({ refunds: [byDesk(4000, "pending")] }));
  const gone = syncTo(open, paidState({ refunds: [byDesk(4000, "pending"), byDesk(3000, "succeeded")] }));
  expect(gone.payment).toMatchObject({ refunded: 3000, refund_pending: 2000 });
});

test("Stripe is sent what we charge in every currency, and nothing that is inexact", () => {
  const codes = "USD EUR JPY KRW ISK UGX MGA HUF TWD BHD JOD KWD OMR TND CLP XOF".split(" ");
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.nat(10_000_000), (currency, amount) => {
      const sent = toStripeExactly(amount, currency);
      if (sent === undefined) {
        expect(["MGA", "BHD", "JOD", "KWD", "OMR", "TND"]).toContain(currency);
        expect(amount % (currency === "MGA" ? 100 : 10)).not.toBe(0);
      } else expect(fromStripe(sent, currency)).toBe(amount);
    }),
    { numRuns: 2000 },
  );
  expect([toStripeExactly(500, "JPY"), toStripeExactly(500, "ISK"), toStripeExactly(500, "MGA")]).toEqual([
    500, 50_000, 5,
  ]);
  expect([toStripeExactly(1010, "KWD"), toStripeExactly(1005, "KWD"), exponentOf("UGX")]).toEqual([
    1010,
    undefined,
    0,
  ]);
});

type SyncedPayment = { payment: Stored<Payment>; attempt: Stored<Attempt> };

function syncTo(before: SyncedPayment, state: PaymentState | undefined): SyncedPayment {
  let at = before;
  for (let steps = 0; state && steps < 20; steps++) {
    const step = nextStep(at.payment, at.attempt, state, [], testContext({ now: () => 1000 }));
    if (!step) return at;
    at = { payment: step.payment ?? at.payment, attempt: step.attempt ?? at.attempt };
    expect(refundableAmount(at.payment)).toBeGreaterThanOrEqual(0);
    expect(at.payment.captured).toBeLessThanOrEqual(at.payment.amount);
  }
  throw new Error("It does not settle.");
}

function newPayment(): SyncedPayment {
  const shared = {
    [VERSION]: 1,
    tenant_id: "store_1",
    reference: "rsv_1",
    provider: "stripe",
    credential_id: null,
  };
  const money = { currency: "EUR", amount: 5000 };
  return {
    payment: {
      ...shared,
      ...money,
      id: "pay_1",
      status: "pending",
      ...{ captured: 0, refunded: 0, refund_pending: 0, desk_refunded: 0, desk_pending: 0 },
      ...{
        attempt: 1,
        captured_attempt: null,
        captured_at: null,
        expires_at: 900,
        created_at: 0,
        updated_at: 1000,
        takings: [],
        returns: [],
        test: false,
      },
    },
    attempt: {
      ...shared,
      ...money,
      ...{ payment_id: "pay_1", n: 1, status: "open", lines: [], success_url: "", cancel_url: "" },
      return_page: "https://api.example/v1/payment-returns/1",
      ...{ email: null, expires_at: 900, provider_ref: "cs_1", url: "https://pay.example" },
      ...{
        charge_ref: null,
        surplus_refund_id: null,
        keeps_card: false,
        mandate: null,
        charged_by: null,
        due_at: 900,
        created_at: 0,
      },
    },
  };
}
