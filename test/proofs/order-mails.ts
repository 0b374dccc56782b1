import { expect } from "vitest";
import { DAY } from "#core/seconds.ts";
import type { Language } from "#core/texts/language.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { cartWorkers, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import * as bookings from "#lib/booking/reservations/emails.ts";
import { processDueCart } from "#lib/commerce/carts/due.ts";
import * as sales from "#lib/commerce/orders/emails.ts";
import { BuyerOrder } from "#lib/commerce/orders/view-schema.ts";
import { unpaidEmail } from "#lib/money/subscriptions/unpaid-email.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { type MailSample, mailAfter, receivedMail, sampleOf } from "#test/proofs/mail-samples.ts";
import { ok } from "#test/support/client.ts";
import { BY_CASH } from "#test/support/orders.ts";
import { haircut, type openShop, visitorWithCart } from "#test/support/shop.ts";
import { newEmail, workerContext } from "#test/support/world.ts";

const PAGE_URL = "https://shop.example/page";

export async function orderMails(
  language: Language,
  shop: Awaited<ReturnType<typeof openShop>>,
): Promise<Record<string, MailSample>> {
  const business = await tenantOf(shop.id);
  const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }, haircut(shop)]);
  const params = { storeId: shop.id, cartId: cart.id };
  const headers = { "accept-language": language };
  const placed = await ok(storefrontCarts.checkoutVisitorCart, {
    params,
    as,
    body: { ...BY_CASH, email: newEmail() },
    headers,
  });
  const here = { params: { storeId: shop.id, orderId: placed.order_id }, as: shop.owner };
  const order = BuyerOrder.parse(await ok(orders.getOrder, here));
  const lines = [{ order_item_id: order.items[0]?.id ?? "", quantity: 1 }];
  const fulfilled = await ok(orders.fulfilOrder, {
    ...here,
    body: { lines, carrier: "DHL", tracking_number: "JD1" },
  });
  const sent = BuyerOrder.parse(fulfilled);
  const of = (occasion: sales.Occasion, has: MailSample["has"]) =>
    sampleOf(
      sales.buyerEmail(business, occasion === "shipped" ? sent : order, {
        occasion,
        url: PAGE_URL,
        language,
        isPickup: false,
      }),
      has,
    );
  const [reservationId = ""] = order.reservation_ids;
  const booked = await ok(reservations.getReservation, { params: { reservationId }, as: shop.owner });
  const paid = booked.payment
    ? { ...booked, payment: { ...booked.payment, captured: 5000, refunded: 0 } }
    : booked;
  const about = (occasion: bookings.Occasion) =>
    sampleOf(bookings.reservationEmail(business, paid, { occasion, url: PAGE_URL, language }), [
      "money",
      "day",
    ]);
  return {
    confirmed: of("confirmed", ["money", "day"]),
    cancelled: of("cancelled", ["money", "day"]),
    cancelledInPart: of("cancelled_in_part", ["money", "day"]),
    refunded: of("refunded", ["money"]),
    paymentRefused: of("payment_refused", ["money", "day"]),
    shipped: of("shipped", []),
    storesOrder: sampleOf(sales.newOrderEmail(business, order, { isPickup: false }), ["money", "day"]),
    requested: about("requested"),
    booked: about("confirmed"),
    moved: about("moved"),
    bookingCancelled: about("cancelled"),
    reminder: about("reminder"),
    unpaidPlan: sampleOf(unpaidEmail(business, "Pro")),
  };
}

export async function cartMails(
  shop: Awaited<ReturnType<typeof openShop>>,
): Promise<Record<string, MailSample>> {
  const { id: storeId, owner } = shop;
  const commerce = { recovery_mail: true, storefront_url: "https://shop.example/cart" };
  await ok(businesses.updateBusiness, {
    params: { businessId: storeId },
    as: owner,
    body: { configs: { commerce } },
  });
  const { email, as } = await verifiedVisitor(storeId);
  const params = { storeId };
  const { id: cartId } = await ok(storefrontCarts.currentCart, { params, as, body: { market: "eu" } });
  const items = [{ ...shop.mug, quantity: 2 }, haircut(shop, 3)];
  await ok(storefrontCarts.updateVisitorCart, { params: { storeId, cartId }, as, body: { items } });
  const later = Math.floor(Date.now() / 1000) + DAY + 60;
  const tend = () =>
    processDueCart(
      workerContext(cartWorkers.processDueCarts, () => later),
      storeId,
      cartId,
    );
  const told = await mailAfter(email, tend, ["money", "day"]);
  expect(told.text).toMatch(/2 × mug: (€24\.00|24,00\s€)/);
  expect(told.text).toMatch(/1 × Haircut, mira, \S+, .*12:00–13:00: (€50\.00|50,00\s€)/);
  return { cart: told };
}

async function verifiedVisitor(storeId: string): Promise<{ email: string; as: { token: string } }> {
  const email = newEmail();
  const params = { storeId };
  const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, body: { email } });
  const code = /\b\d{6}\b/.exec((await receivedMail(email)).subject)?.[0] ?? "";
  const { token } = await ok(storefrontAccount.verifyContact, { params, body: { challenge_id, code } });
  return { email, as: { token: token.token } };
}

async function tenantOf(id: string) {
  const found = await tenants.find({ id });
  if (!found) throw new Error("There is no store.");
  return found;
}
