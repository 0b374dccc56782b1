import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Calls and transitions that start a refund. */
const STARTS_REFUND =
  /\b(reserveRefund|refundRest|refundRestOnce|splitRefund|undoWrites)\(|\borderLife\.transition\(\w+, \{\s+type: "(refund requested|cancelled)"/;
const CHECKS_RIGHT = /\b(checkRefundPermission|giving)\b/;

/** Each file that refunds money, and why. `asked`: a caller requests it, whose permission the file checks. */
const REFUNDING_FILES: Record<string, string> = {
  "lib/money/payments/refunds.ts": "asked",
  "lib/commerce/orders/cancel.ts": "asked",
  "lib/commerce/orders/payable.ts": "asked",
  "lib/commerce/orders/parcels.ts": "asked",
  "lib/booking/reservations/event-writes.ts": "asked",
  "lib/booking/reservations/undo-booking.ts": "asked",
  "lib/booking/reservations/reconcile-payment.ts": "nothing is given for the money any more",
  "lib/commerce/orders/refund-sources.ts": "asked for by those that call it",
  "lib/commerce/orders/surplus.ts": "the money came too late, or twice",
  "lib/commerce/orders/unit-steps.ts": "asked for by those that take the step",
  "lib/delivery/newsletters/plan-payments.ts": "the money came twice, or for what is over",
  "lib/money/payments/end-payments.ts": "the store is gone",
};

test("every refund checks the caller's right, or is of money that buys nothing", () => {
  const found = sources.filter(
    ({ path, text }) => /^(lib|functions)\//.test(path) && STARTS_REFUND.test(text),
  );
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(REFUNDING_FILES).sort());
  const unasked = found.filter(
    ({ path, text }) => REFUNDING_FILES[path] === "asked" && !CHECKS_RIGHT.test(text),
  );
  expect(unasked.map(({ path }) => path)).toEqual([]);
});
