import { expect, test } from "vitest";
import type { Actor } from "#core/context.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { checkout } from "#lib/booking/reservations/checkout.ts";
import { quotePayment } from "#lib/commerce/carts/payment-quote.ts";
import { quoteOrder } from "#lib/commerce/carts/quote.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { personActor, somebody, testContext, visitorOf } from "#test/support/world.ts";

// One time for all tries, so that the hour of their budget does not end in between.
const NOW = Math.floor(Date.now() / 1000);
const contextOf = (actor: Actor) => testContext({ actor, clock: () => NOW });

const NOBODY: Actor = { kind: "nobody" };

const newActor = async (guest: boolean) => personActor((await somebody()).id, { guest });

// Every operation that tells whether a promo code is valid.
function codeOperations({ id: store_id, mug, service_id: serviceId, provider_id: providerId }: Shop) {
  const parts = [{ serviceId, providerId, startTime: MONDAY + 9 * HOUR, endTime: undefined }];
  const lines = [
    { type: "product" as const, productId: mug.product_id, variantId: mug.variant_id, quantity: 1 },
  ];
  const items = [{ type: "product" as const, id: null, ...mug, quantity: 1, price: null }];
  return {
    booking: (actor: Actor, promoCode: string) =>
      quotePayment(contextOf(actor), { parts, market: "eu", promoCode }),
    goods: (actor: Actor, promoCode: string) =>
      quotePayment(contextOf(actor), { businessId: store_id, lines, market: "eu", promoCode }),
    cart: (actor: Actor, promo_code: string) =>
      quoteOrder(contextOf(actor), store_id, { store_id, items, market: "eu", promo_code }),
    checkout: (actor: Actor, promoCode: string) =>
      checkout(contextOf(actor), { parts, market: "eu", promoCode, paymentMethod: "cash" }, store_id),
  };
}

async function shopWithCodes(): Promise<Shop> {
  const shop = await openShop();
  const soon = NOW + 86_400;
  const discounts = [{ type: "ITEMS_PERCENTAGE" as const, market_id: "eu", bps: 1000 }];
  const dated = [
    {
      type: "DATE_RANGE" as const,
      value: { type: "DATE_RANGE" as const, value: { start: soon, end: null } },
    },
  ];
  const options = { params: { storeId: shop.id }, as: shop.owner };
  await ok(promoCodes.createPromoCode, { ...options, body: { code: "TEN", discounts } });
  await ok(promoCodes.createPromoCode, { ...options, body: { code: "SOON", discounts, conditions: dated } });
  return shop;
}

test("after too many wrong promo codes none is checked any more", async () => {
  const shop = await shopWithCodes();
  process.env.BUDGETS = JSON.stringify({ "*": [100_000, 3600], promo_tries: [4, 3600] });
  const { booking, goods, cart, checkout: book } = codeOperations(shop);
  const guest = await newActor(true);
  // A valid code uses up no try.
  for (let time = 0; time < 6; time++) expect(await cart(NOBODY, "ten")).toMatchObject({ discount: 120 });
  for (const [index, way] of [booking, goods, cart, book].entries()) {
    const actor = way === book || index % 2 === 1 ? guest : NOBODY;
    await expect(way(actor, `NO${index}`)).rejects.toMatchObject({ reason: "not_found" });
  }
  for (const way of [booking, goods, cart, book]) {
    await expect(way(guest, "ten")).rejects.toMatchObject({ status: 429 });
  }
  await expect(cart(NOBODY, "ten")).rejects.toMatchObject({ status: 429 });
  // Each account has its own tries.
  const account = await newActor(false);
  expect(await booking(account, "ten")).toMatchObject({ discount: 500 });
  for (let time = 0; time < 4; time++)
    await expect(goods(account, "NO")).rejects.toMatchObject({ status: 400 });
  await expect(goods(account, "ten")).rejects.toMatchObject({ status: 429 });
  // The limit on checkouts of bookings counts refused ones too.
  process.env.BUDGETS = JSON.stringify({ "*": [100_000, 3600], bookings: [4, 3600] });
  const buyer = await newActor(false);
  for (let time = 0; time < 4; time++) await expect(book(buyer, "NO")).rejects.toMatchObject({ status: 400 });
  await expect(book(buyer, "ten")).rejects.toMatchObject({ status: 429 });
});

test("callers without an account cannot find out future codes", async () => {
  const shop = await shopWithCodes();
  const { contactId, token: _ } = await visitorOf(shop.id);
  const visitor: Actor = { kind: "visitor", id: contactId, former: [], storeId: shop.id, credentialId: "" };
  const guest = await newActor(true);
  const { booking, goods, cart, checkout: book } = codeOperations(shop);
  for (const [way, actor] of [
    [booking, NOBODY],
    [booking, guest],
    [goods, NOBODY],
    [goods, guest],
    [cart, NOBODY],
    [cart, visitor],
    [book, guest],
  ] as const) {
    await expect(way(actor, "SOON")).rejects.toMatchObject({ reason: "not_found" });
  }
  await expect(booking(await newActor(false), "SOON")).rejects.toMatchObject({ reason: "not_started" });
});
