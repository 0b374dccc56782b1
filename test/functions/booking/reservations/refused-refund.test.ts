import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { refunds } from "#lib/money/payments/table.ts";
import { bookByCard, itemsOfPartitions, ledgerOf } from "#test/support/bookings.ts";
import { ok } from "#test/support/client.ts";
import { openSalon } from "#test/support/salon.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, somebody } from "#test/support/world.ts";

test("an automatic refund is requested once, and staff can repeat it after a refusal", async () => {
  const salon = await openSalon();
  const { businessId } = salon;
  const { desk } = await connectStripe(salon);
  const customer = await somebody();
  const { reservationId, checkoutUrl } = await bookByCard(salon, customer);
  await desk.hold();
  await decideAtStripe(checkoutUrl, "approve");
  await desk.lackMoney();
  const params = { reservationId };
  await ok(reservations.updateReservation, { params, as: customer, body: { status: "CANCELLED" } });
  const failures = async () =>
    (await ledgerOf(businessId, reservationId)).events.filter((type) => type === "payment.refund_failed");
  await eventually(async () => (await failures()).length > 0, "the refusal being told");
  await waitForWorkers(salon.businessId);
  expect(await itemsOfPartitions(refunds.partition({ tenant_id: businessId }))).toHaveLength(1);
  expect(await paymentFor(businessId, reservationId)).toMatchObject({ refunded: 0, refund_pending: 0 });
  await desk.lackMoney(false);
  const body = { entity: reservationId };
  await ok(businessPayments.refundPayment, { params: { businessId }, as: salon.owner, body });
  await eventually(
    async () => (await paymentFor(businessId, reservationId))?.refunded === 5000,
    "the refund",
  );
});
