import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import { FUTURE_YEAR, partsAt } from "#test/support/dates.ts";
import { BY_CASH } from "#test/support/orders.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, newEmail, somebody } from "#test/support/world.ts";

const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

function mail(email: string, subject: string): Promise<string> {
  return eventually(async () => {
    const mails = await mailsTo(email);
    return mails.find((each) => each.subject.startsWith(subject))?.body.text ?? undefined;
  }, `the mail ${subject}`);
}

test("mails about an order use the buyer's language, and mails to the store its own", async () => {
  const shop = await openShop();
  const [support, email] = [newEmail(), newEmail()];
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: {
      name: "Kiln & Bean",
      address: { line1: "Torstr. 1", postalCode: "10119", city: "Berlin" },
      configs: { emails: { support, billing: support } },
    },
  });
  const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }, haircut(shop)]);
  const params = { storeId: shop.id, cartId: cart.id };
  const body = { ...BY_CASH, email };
  const { order_id } = await ok(storefrontCarts.checkoutVisitorCart, { params, as, body, headers: GERMAN });
  const confirmed = await mail(email, "Ihre Bestellung");
  const { day, year } = partsAt(MONDAY);
  expect(confirmed).toMatch(new RegExp(`Montag, ${day}\\. März ${year}, 09:00–10:00: 50,00\\s€`));
  expect(confirmed).toMatch(/86,00\s€/);
  expect(confirmed).toMatch(/http\S+\/v1\/order-pages\/\S+/);
  expect(confirmed).toMatch(/Kiln & Bean\nTorstr\. 1\n10119 Berlin/);
  expect(await mail(support, "New order ")).toContain("€86.00");
  // The language of staff must not matter.
  const here = { params: { storeId: shop.id, orderId: order_id }, as: shop.owner };
  await ok(orders.updateOrder, { ...here, body: { cancel: true }, headers: { "accept-language": "en" } });
  expect(await mail(email, "Ihre Bestellung ist storniert")).toMatch(/storniert\): 50,00\s€/);
  expect(JSON.stringify(await ok(orders.getOrder, here))).not.toContain('"language"');
});

test("every mail about a booking is in its customer's language, with a link to move or cancel it", async () => {
  const { businessId: id, owner, serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const body = {
    businessId: id,
    parts: [{ serviceId, providerId, startTime: MONDAY + 10 * HOUR }],
    paymentMethod: "cash",
  };
  const { reservationId } = await ok(reservations.checkoutReservation, {
    as: customer,
    body,
    headers: GERMAN,
  });
  const confirmed = await mail(customer.email, "Ihr Termin ist bestätigt");
  expect(confirmed).toContain(`Montag, ${partsAt(MONDAY).day}. März ${FUTURE_YEAR}`);
  expect(confirmed).toMatch(/http\S+\/v1\/reservation-pages\/\S+/);
  const params = { reservationId };
  await ok(reservations.updateReservation, { params, as: owner, body: { status: "CANCELLED" } });
  await mail(customer.email, "Ihr Termin ist abgesagt");
});

test("bookings by staff are mailed in the store's language, not in that of staff", async () => {
  const { businessId: id, owner, serviceId, providerId } = await openSalon();
  const email = newEmail();
  const parts = [{ serviceId, providerId, startTime: MONDAY + 11 * HOUR }];
  const body = { businessId: id, parts, paymentMethod: "cash", email };
  await ok(reservations.checkoutReservation, { as: owner, body, headers: GERMAN });
  await mail(email, "Your appointment is confirmed");
});
