import { expect, test, vi } from "vitest";
import { GENERAL } from "#core/errors.ts";
import { renewPayment } from "#lib/money/payments/begin-payment.ts";
import { getPaymentPage } from "#lib/money/payments/pages.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { bookByCard } from "#test/support/bookings.ts";
import { openSalon } from "#test/support/salon.ts";
import { somebody, testContext } from "#test/support/world.ts";

test("nobody is sent to the sandbox's page after the sandbox was turned off", async () => {
  const salon = await openSalon();
  const { paymentId, checkoutUrl } = await bookByCard(salon, await somebody());
  expect(checkoutUrl).toContain("/v1/payments/sandbox/");
  const key = { tenant_id: salon.businessId, id: paymentId ?? "" };
  const payment = await payments.get(key, GENERAL.NOT_FOUND());
  const show = () => getPaymentPage(testContext(), salon.businessId, payment.id);
  expect(await show()).toMatchObject({ url: checkoutUrl });
  vi.stubEnv("SANDBOX_PAYMENTS", "0");
  expect(await show()).toBeUndefined();
  const over = { ...payment, status: "expired" as const };
  const { tenant_id: tenantId, amount, currency, reference } = payment;
  const asked = { tenantId, amount, currency, reference };
  const another = renewPayment(testContext(), over, { ...asked, lines: [] });
  await expect(another).rejects.toThrow("sandbox is not connected");
});
