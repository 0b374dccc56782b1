import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { ok } from "#test/support/client.ts";
import { BY_CASH } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, newEmail, somebody } from "#test/support/world.ts";

const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };
const FRENCH = { "accept-language": "fr" };

/** An English shop whose mug and haircut have names in three languages. */
async function translatedShop() {
  const shop = await openShop();
  const named = (value: Record<string, string>) => [{ key: "name", type: "LOCALIZED_TEXT", value: [value] }];
  await ok(products.updateProduct, {
    params: { storeId: shop.id, productId: shop.mug.product_id },
    as: shop.owner,
    body: { blocks: named({ en: "Mug", de: "Becher", fr: "Tasse" }) },
  });
  await ok(services.updateService, {
    params: { businessId: shop.id, serviceId: shop.service_id },
    as: shop.owner,
    body: { id: shop.service_id, key: "cut", blocks: named({ en: "Cut", de: "Schnitt", fr: "Coupe" }) },
  });
  const { as, cart } = await visitorWithCart(shop, [shop.mug, haircut(shop)]);
  return { shop, as, own: { params: { storeId: shop.id, cartId: cart.id }, as } };
}

const namesOf = (lines: readonly { snapshot: { name: string } }[]) =>
  lines.map(({ snapshot }) => snapshot.name);

function mail(email: string, subject: string): Promise<string> {
  return eventually(async () => {
    const mails = await mailsTo(email);
    return mails.find((each) => each.subject.startsWith(subject))?.body.text ?? undefined;
  }, `the mail ${subject}`);
}

test("goods have their names in the buyer's language in cart, quote, order, events and mail", async () => {
  const { shop, as, own } = await translatedShop();
  const cart = await ok(storefrontCarts.getVisitorCart, { ...own, headers: GERMAN });
  expect(cart.items.map(({ name }) => name)).toEqual(["Becher", "Schnitt, mira"]);
  const quote = await ok(storefrontCarts.quoteVisitorCart, { ...own, body: {}, headers: GERMAN });
  expect(namesOf(quote.items)).toEqual(["Becher", "Schnitt, mira"]);
  const email = newEmail();
  const body = { ...BY_CASH, email };
  const { order_id } = await ok(storefrontCarts.checkoutVisitorCart, { ...own, body, headers: GERMAN });
  const params = { storeId: shop.id, orderId: order_id };
  // The line keeps the name under which it was bought, for every caller and language.
  const views = [
    await ok(storefrontOrders.getOwnOrder, { params, as, headers: FRENCH }),
    await ok(orders.getOrder, { params, as: shop.owner, headers: { "accept-language": "en" } }),
  ];
  for (const { items } of views) expect(namesOf(items)).toEqual(["Becher", "Schnitt, mira"]);
  const told = await storedEvents(shop.id);
  const bought = JSON.stringify(told.filter(({ type }) => type === "order.confirmed"));
  expect(bought).toContain("Becher");
  expect(bought).not.toContain("Mug");
  const confirmed = await mail(email, "Ihre Bestellung");
  expect(confirmed).toContain("1 × Becher");
  expect(confirmed).toContain("1 × Schnitt, mira");
  const page = await (
    await fetch(/http\S+\/v1\/order-pages\/\S+/.exec(confirmed)?.[0] ?? "", { headers: FRENCH })
  ).text();
  expect(page).toContain("1 × Becher");
});

test("goods are named in the best language that has texts, or else in the store's", async () => {
  const { own } = await translatedShop();
  const names = async (language: string) => {
    const headers = { "accept-language": language };
    const cart = await ok(storefrontCarts.getVisitorCart, { ...own, headers });
    return cart.items.map(({ name }) => name);
  };
  expect(await names("fr-CA, en;q=0.2")).toEqual(["Tasse", "Coupe, mira"]);
  expect(await names("it")).toEqual(["Mug", "Haircut, mira"]);
  expect(await names("it, de;q=0.3")).toEqual(["Becher", "Schnitt, mira"]);
});

test("staff see a visitor's cart in its language, also on the order they make of it", async () => {
  const { shop, own } = await translatedShop();
  const english = { as: shop.owner, headers: { "accept-language": "en" } };
  const at = { params: own.params, ...english };
  // A visitor without a language gets the store's.
  expect((await ok(carts.getCart, at)).items[0]?.name).toBe("Mug");
  await ok(storefrontCarts.updateVisitorCart, { ...own, body: {}, headers: FRENCH });
  expect((await ok(carts.getCart, at)).items[0]?.name).toBe("Tasse");
  expect(
    (await ok(carts.listCarts, { ...english, params: { storeId: shop.id } })).items[0]?.items[0]?.name,
  ).toBe("Tasse");
  const { order_id } = await ok(carts.checkoutCart, { ...at, body: BY_CASH });
  const order = await ok(orders.getOrder, { params: { storeId: shop.id, orderId: order_id }, ...english });
  expect(namesOf(order.items)).toEqual(["Tasse", "Coupe, mira"]);
});

test("an appointment keeps its booked name, also if staff move it", async () => {
  const { shop } = await translatedShop();
  const customer = await somebody();
  const part = { serviceId: shop.service_id, providerId: shop.provider_id };
  const { reservationId } = await ok(reservations.checkoutReservation, {
    as: customer,
    body: {
      businessId: shop.id,
      parts: [{ ...part, startTime: MONDAY + 10 * HOUR }],
      paymentMethod: "cash",
      market: "eu",
    },
    headers: GERMAN,
  });
  expect(await mail(customer.email, "Ihr Termin ist bestätigt")).toContain("Schnitt");
  const params = { reservationId };
  const moved = await ok(reservations.updateReservation, {
    params,
    as: shop.owner,
    body: { parts: [{ ...part, startTime: MONDAY + 12 * HOUR }] },
    headers: FRENCH,
  });
  expect(moved.parts[0]).toMatchObject({ serviceName: "Schnitt", startTime: MONDAY + 12 * HOUR });
  const byStaff = await ok(reservations.checkoutReservation, {
    as: shop.owner,
    body: {
      businessId: shop.id,
      parts: [{ ...part, startTime: MONDAY + 14 * HOUR }],
      market: "eu",
      paymentMethod: "cash",
      email: newEmail(),
    },
    headers: GERMAN,
  });
  const own = { params: { reservationId: byStaff.reservationId }, as: shop.owner };
  expect((await ok(reservations.getReservation, own)).parts[0]?.serviceName).toBe("Haircut");
});
