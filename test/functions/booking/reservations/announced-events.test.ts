import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import {
  businessReservations,
  reservationPages,
  reservations,
  reservationWorkers,
} from "#functions/booking/reservations/routes.ts";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueReservation } from "#lib/booking/reservations/notify.ts";
import { reservationPageUrl } from "#lib/booking/reservations/page-link.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { hasAnnounced, waitForEvents } from "#test/support/announced-events.ts";
import { afterPageRead, failRefund } from "#test/support/between-checks.ts";
import { bookByCard } from "#test/support/bookings.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { decidePayment, refundAtSandbox } from "#test/support/payments.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { newEmail, type Somebody, somebody, testContext, workerContext } from "#test/support/world.ts";

type BookedSalon = { salon: Salon; customer: Somebody; reservationId: string };

const body = JSON.stringify({ status: "CANCELLED" });

/** Operations that cancel a booking while it waits for its payment. */
const CANCELLATIONS = [
  [
    reservations.updateReservation,
    ({ reservationId, customer }: BookedSalon) => ({
      params: { reservationId },
      token: customer.token,
      body,
    }),
  ],
  [
    businessReservations.updateBusinessReservation,
    ({ salon: { businessId, owner }, reservationId }: BookedSalon) => ({
      params: { businessId, reservationId },
      token: owner.token,
      body,
    }),
  ],
  [
    reservationPages.changeFromReservationPage,
    async ({ salon: { businessId }, reservationId }: BookedSalon) => {
      const link = await reservationPageUrl({ businessId, id: reservationId });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return {
        params: { reservationToken: link.slice(link.lastIndexOf("/") + 1) },
        headers,
        body: "action=cancel",
      };
    },
  ],
] as const;

test.each(CANCELLATIONS)(
  "a cancellation announces the unreported state of the payment page: $id",
  async (operation, asked) => {
    const salon = await openSalon();
    for (const [at, state] of (["open", "authorized", "captured", "refunded"] as const).entries()) {
      const customer = await somebody();
      const { reservationId } = await bookByCard(salon, customer, 8 + 2 * at);
      const payment = await paymentFor(salon.businessId, reservationId);
      const id = payment?.id ?? "";
      if (state === "authorized") await decidePayment(salon.businessId, id, "authorized");
      if (state === "captured" || state === "refunded") await decidePayment(salon.businessId, id, "captured");
      if (state === "refunded") await refundAtSandbox(salon.businessId, id, reservationId);
      const { status } = await invokeDirect(operation, await asked({ salon, customer, reservationId }));
      expect(status).toBe(200);
    }
    const types = ["authorized", "captured", "failed", "refunded"].map((type) => `payment.${type}`);
    await waitForEvents({ id: salon.businessId }, operation, types);
  },
);

test("a cancellation announces a dispute about the payment", async () => {
  const salon = await openSalon();
  const till = await openStripeStore(salon.businessId);
  for (const [at, [operation, asked]] of CANCELLATIONS.entries()) {
    const customer = await somebody();
    const { reservationId, checkoutUrl } = await bookByCard(salon, customer, 8 + 2 * at);
    const payment = await paymentFor(salon.businessId, reservationId);
    await till.approve(checkoutUrl ?? "");
    await till.desk.dispute((await till.session(payment?.id ?? "")).intent ?? "", 100);
    const { status } = await invokeDirect(operation, await asked({ salon, customer, reservationId }));
    expect(status).toBe(200);
    await waitForEvents({ id: salon.businessId }, operation, ["payment.captured", "payment.updated"]);
  }
});

test("a cancellation also announces that a refund requested by others failed", async () => {
  const salon = await openSalon();
  const shop = { id: salon.businessId };
  const till = await openStripeStore(shop.id);
  await till.desk.waitRefunds();
  for (const [at, [operation, asked]] of CANCELLATIONS.entries()) {
    const customer = await somebody();
    const { reservationId, checkoutUrl } = await bookByCard(salon, customer, 8 + 2 * at);
    const page = { shop, paymentId: (await paymentFor(shop.id, reservationId))?.id ?? "" };
    await till.approve(checkoutUrl ?? "");
    const run = async () => invokeDirect(operation, await asked({ salon, customer, reservationId }));
    // Otherwise the payment workers would confirm the booking and refund the money.
    const { status } = await whileQueueHeld(shop, reservationWorkers.settleReservation, () =>
      whileQueueHeld(shop, paymentWorkers.issueRefund, () =>
        afterPageRead(page, () => failRefund(till, page), run),
      ),
    );
    expect(status).toBe(200);
    await waitForEvents(shop, operation, ["payment.refund_failed"]);
  }
});

test("the due worker that ends a hold announces that its booking failed or was paid", async () => {
  const salon = await openSalon();
  const worker = reservationWorkers.processDueReservations;
  const due = workerContext(worker, () => Math.floor(Date.now() / 1000) + HOUR);
  const at = { id: salon.businessId };
  const [unpaid, paid] = [
    await bookByCard(salon, await somebody(), 8),
    await bookByCard(salon, await somebody(), 10),
  ];
  const end = ({ reservationId: id }: typeof paid) =>
    withRetries(() => processDueReservation(due, { businessId: salon.businessId, id }));
  // Otherwise the payment worker would confirm the booking before the due worker runs.
  await whileQueueHeld(at, reservationWorkers.settleReservation, async () => {
    await end(unpaid);
    expect(await hasAnnounced(at, worker, ["reservation.updated"])).toBe(true);
    const payment = await paymentFor(salon.businessId, paid.reservationId);
    const page = { tenant_id: salon.businessId, payment_id: payment?.id ?? "", n: 1 };
    await decidePayment(salon.businessId, page.payment_id, "captured");
    await withRetries(() => syncPayment(testContext(), page));
    await end(paid);
    expect(await hasAnnounced(at, worker, ["reservation.confirmed"])).toBe(true);
  });
});

test("a booking whose payment page cannot be opened is refused, and its failure announced", async () => {
  const salon = await openSalon();
  const till = await openStripeStore(salon.businessId);
  const { businessId, serviceId, providerId, owner } = salon;
  for (const [at, operation] of [
    reservations.checkoutReservation,
    businessReservations.checkoutBusinessReservation,
  ].entries()) {
    await till.desk.fail("checkout/sessions", "before", 400);
    const parts = [{ serviceId, providerId, startTime: MONDAY + (8 + 2 * at) * HOUR }];
    const body = JSON.stringify({ paymentMethod: "CREDIT_CARD", market: "eu", parts, email: newEmail() });
    const token = at === 0 ? (await somebody()).token : owner.token;
    const { status } = await invokeDirect(operation, { params: { businessId }, token, body });
    expect(status).toBe(400);
    await waitForEvents({ id: businessId }, operation, ["payment.failed"]);
  }
});
