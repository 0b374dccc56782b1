import { beforeAll, expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout, tryCheckout } from "#test/support/orders.ts";
import { BERLIN, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";

const CODE = "HALFPOST";
const BPS = 4000;
/** A mug for 12.00 with shipping for 8.00, of which the code takes 3.20. */
const CHEAPER = { subtotal: 1200, shipping: 480, discount: 0, total: 1680 };
const INVALID = { status: 400, error: "PAYMENT.PROMO_CODE_INVALID" };

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ units: 100 });
  const params = { storeId: shop.id };
  const { items } = await ok(markets.listMarkets, { params });
  const marketId = items.find(({ key }) => key === "eu")?.id ?? "";
  const zones = [{ countries: ["DE"], shipping_methods: [{ id: "post", amount: 800 }] }];
  await ok(markets.updateMarket, { params: { ...params, marketId }, as: shop.owner, body: { zones } });
  const discounts = [{ type: "SHIPPING_PERCENTAGE", market_id: "eu", bps: BPS }];
  const raw = JSON.stringify({ code: CODE, discounts });
  await ok(promoCodes.createPromoCode, { params, as: shop.owner, raw });
});

test("a shipping code reduces the shipping in a visitor's quote, checkout and order", async () => {
  const buyer = await visitorWithCart(shop, [shop.mug], { promo_code: CODE });
  const params = { storeId: shop.id, cartId: buyer.cart.id };
  const quote = await ok(storefrontCarts.quoteVisitorCart, { params, as: buyer.as, body: {} });
  expect(quote).toMatchObject({ ...CHEAPER, charge_amount: 1680 });
  const { order_id, total } = await checkout(shop.id, buyer, BY_CASH);
  expect(total).toBe(1680);
  const order = await ok(orders.getOrder, {
    params: { storeId: shop.id, orderId: order_id },
    as: shop.owner,
  });
  expect(order).toMatchObject(CHEAPER);
});

test("a shipping code works in quotes and orders of staff, and in a quote without a cart", async () => {
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const buyer = await visitorWithCart(shop, [shop.mug], { promo_code: CODE });
  const cart = { params: { storeId: shop.id, cartId: buyer.cart.id }, as: shop.owner };
  expect(await ok(carts.quoteCart, { ...cart, body: {} })).toMatchObject(CHEAPER);
  const wanted = { market: "eu", items: [shop.mug], shipping_address: BERLIN, promo_code: CODE };
  expect(await ok(orders.quoteOrder, { ...at, body: wanted })).toMatchObject(CHEAPER);
  const placed = await ok(orders.createOrder, { ...at, body: { ...wanted, ...BY_CASH } });
  expect(placed.total).toBe(1680);
});

test("a shipping code works in a quote of a booking with goods", async () => {
  const [{ from } = { from: 0 }] = haircut(shop).slots;
  const part = { serviceId: shop.service_id, providerId: shop.provider_id, startTime: from };
  const line = { productId: shop.mug.product_id, variantId: shop.mug.variant_id };
  const body = { businessId: shop.id, currency: "EUR", promoCode: CODE, parts: [part], lines: [line] };
  const sums = { subtotal: 6200, shipping: 480, discount: 0, total: 6680 };
  expect(await ok(payments.quotePayment, { body })).toMatchObject(sums);
});

test("a quote of a booking with goods checks a code's id and limits, and the country", async () => {
  const params = { storeId: shop.id };
  const at = { params, as: shop.owner };
  const raw = JSON.stringify({
    code: "ONCE",
    discounts: [{ type: "SHIPPING_PERCENTAGE", market_id: "eu", bps: BPS }],
    conditions: [{ type: "MAX_USES_PER_USER", value: 1 }],
  });
  const { id: promoCodeId } = await ok(promoCodes.createPromoCode, { ...at, raw });
  const lines = [{ productId: shop.mug.product_id, variantId: shop.mug.variant_id }];
  const body = { businessId: shop.id, market: "eu", lines };
  const quote = (more: object) => ok(payments.quotePayment, { body: { ...body, ...more } });
  expect(await quote({ promoCodeId })).toMatchObject({
    ...CHEAPER,
    promoCode: "ONCE",
    promo: { promoCodeId },
  });
  const unknown = { ...body, promoCodeId: "promo_none" };
  expect(await refused(payments.quotePayment, { body: unknown })).toMatchObject(INVALID);
  expect(await quote({ location: { country: "de", postalCode: "10119" } })).toMatchObject({ shipping: 800 });
  expect(await quote({ location: { lat: 52.5, lng: 13.4 } })).toMatchObject({ shipping: 800 });
  const wanted = { market: "eu", items: [shop.mug], shipping_address: { ...BERLIN, country: "FR" } };
  const { shipping, total } = await ok(orders.quoteOrder, { ...at, body: wanted });
  expect(shipping).toBe(0);
  expect(await quote({ location: { country: "FR" } })).toMatchObject({ shipping, total });
  const nowhere = { ...body, location: { country: "Germany" } };
  expect(await refused(payments.quotePayment, { body: nowhere })).toMatchObject({ status: 400 });
  const buyer = await visitorWithCart(shop, [shop.mug], { promo_code: "ONCE" });
  await checkout(shop.id, buyer, { ...BY_CASH, email: "ada@example.com" });
  const again = { ...body, promoCodeId, email: "Ada@example.com" };
  expect(await refused(payments.quotePayment, { body: again })).toMatchObject({
    error: "PAYMENT.PROMO_CODE_LIMIT_REACHED",
  });
  expect(await quote({ promoCodeId, email: "grace@example.com" })).toMatchObject(CHEAPER);
});

test("a shipping code applies nowhere where nothing is shipped", async () => {
  const buyer = await visitorWithCart(shop, [shop.voucher, haircut(shop, 1)], { promo_code: CODE });
  const params = { storeId: shop.id, cartId: buyer.cart.id };
  const refusal = await refused(storefrontCarts.quoteVisitorCart, { params, as: buyer.as, body: {} });
  expect(refusal).toMatchObject({ ...INVALID, body: { reason: "shipping" } });
  expect((await tryCheckout(shop.id, buyer, BY_CASH)).body).toMatchObject({ reason: "shipping" });
  const [{ from } = { from: 0 }] = haircut(shop, 1).slots;
  const parts = [{ serviceId: shop.service_id, providerId: shop.provider_id, startTime: from }];
  const body = { currency: "EUR", promoCode: CODE, parts };
  const business = { params: { businessId: shop.id }, body };
  for (const refusal of [
    await refused(payments.quotePayment, { body }),
    await refused(businessReservations.quoteBusinessReservation, business),
    await refused(businessReservations.checkoutBusinessReservation, {
      ...business,
      as: shop.owner,
      body: { ...body, paymentMethod: "CASH", email: "grace@example.com" },
    }),
  ]) {
    expect(refusal).toMatchObject({ ...INVALID, body: { reason: "shipping" } });
  }
});
