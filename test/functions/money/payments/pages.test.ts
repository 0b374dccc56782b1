import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { paymentReturns } from "#functions/money/payments/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { bookByCard, waitForStatus } from "#test/support/bookings.ts";
import { ok, refused } from "#test/support/client.ts";
import { decidePayment } from "#test/support/payments.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { somebody, testContext } from "#test/support/world.ts";

const RETURN_URL = "https://shop.example/thanks?from=mail";

test("a payer returns to the shop with the id of the booking, which is confirmed by then", async () => {
  const salon = await openSalon();
  const params = { businessId: salon.businessId };
  const configs = { origins: ["https://shop.example/any/path"] };
  const changed = await ok(businesses.updateBusiness, { params, as: salon.owner, body: { configs } });
  expect(changed.configs.origins).toEqual(["https://shop.example"]);
  const customer = await somebody();
  const { reservationId, checkoutUrl } = await bookByCard(salon, customer, 8, {
    successUrl: RETURN_URL,
    cancelUrl: "https://shop.example/cart",
  });
  const reply = await decide(checkoutUrl, "approve");
  expect(reply.status).toBe(302);
  expect(reply.headers.get("location")).toBe(`${RETURN_URL}&reservation_id=${reservationId}`);
  const found = await ok(reservations.getReservation, { params: { reservationId }, as: customer });
  expect(found).toMatchObject({ status: "CONFIRMED", payment: { status: "captured" } });
  expect(JSON.stringify(found)).not.toContain(checkoutUrl);
  const declined = await bookByCard(salon, customer, 10, {
    successUrl: RETURN_URL,
    cancelUrl: "https://shop.example/cart",
  });
  const back = await decide(declined.checkoutUrl, "decline");
  expect(back.headers.get("location")).toBe(
    `https://shop.example/cart?reservation_id=${declined.reservationId}`,
  );
  await waitForStatus(salon, declined.reservationId, "FAILED");
});

test("our own return page reads the provider once, and thanks where there is no return URL", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const { reservationId, paymentId } = await bookByCard(salon, customer);
  await decidePayment(salon.businessId, paymentId ?? "", "captured");
  const attempt = await attempts.find({ tenant_id: salon.businessId, payment_id: paymentId ?? "", n: 1 });
  if (!attempt) throw new Error("There is no attempt.");
  const address = attempt.return_page;
  const reply = await fetch(address, { redirect: "manual" });
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining("Thank you")]);
  const found = await ok(reservations.getReservation, { params: { reservationId }, as: customer });
  expect(found.status).toBe("CONFIRMED");
  const params = { returnId: `${address.split("/").at(-1)}x` };
  expect((await refused(paymentReturns.returnFromPayment, { params })).status).toBe(404);
});

test.each([
  ["https://elsewhere.example/", "configs.origins"],
  ["http://shop.example/", "https://"],
  ["https://shop.example:8443/", "configs.origins"],
  ["https://shop.example@elsewhere.example/", "https://"],
])("a return URL outside the allowed origins is refused: %s", async (successUrl, words) => {
  const salon = await openSalon();
  const params = { storeId: salon.businessId };
  const store = await ok(stores.updateStore, {
    params,
    as: salon.owner,
    body: { origins: ["https://shop.example"] },
  });
  expect(store.origins).toEqual(["https://shop.example"]);
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const body = { paymentMethod: "CREDIT_CARD", market: "eu", parts, successUrl };
  const refusal = await refused(reservations.checkoutReservation, { as: await somebody(), body });
  expect(refusal).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
  expect(refusal.body.validationErrors[0]).toMatchObject({
    field: "successUrl",
    message: expect.stringContaining(words),
  });
  await ok(reservations.checkoutReservation, {
    as: await somebody(),
    body: { ...body, successUrl: "http://localhost:5999/back" },
  });
});

test("a booking that is cancelled while its page is open closes the page for good", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const { reservationId, checkoutUrl, paymentId } = await bookByCard(salon, customer);
  const params = { reservationId };
  await ok(reservations.updateReservation, { params, as: customer, body: { status: "CANCELLED" } });
  await decide(checkoutUrl, "approve");
  const payment = await paymentFor(salon.businessId, reservationId);
  expect(payment).toMatchObject({ status: "expired", captured: 0 });
  expect(await closePage(testContext(), salon.businessId, paymentId ?? "")).toBe("closed");
  await waitForStatus(salon, reservationId, "CANCELLED");
});

test("a page takes no decision from the second it ends on", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const { checkoutUrl, reservationId } = await ok(reservations.checkoutReservation, {
    as: customer,
    at: Math.floor(Date.now() / 1000) - 900,
    body: { paymentMethod: "CREDIT_CARD", market: "eu", parts },
  });
  await decide(checkoutUrl, "approve");
  expect(await paymentFor(salon.businessId, reservationId)).toMatchObject({ status: "expired", captured: 0 });
});

function decide(address: string | null, decision: string): Promise<Response> {
  const body = new URLSearchParams({ decision });
  return fetch(address ?? "", { method: "POST", body, redirect: "manual" });
}
