import * as fc from "fast-check";
import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { CartQuote } from "#lib/commerce/carts/quote-schema.ts";
import { BuyerOrder } from "#lib/commerce/orders/view-schema.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CASH, checkout, tryCheckout } from "#test/support/orders.ts";
import { BERLIN, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";

const TEN = {
  code: "TEN",
  discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }],
  conditions: [{ type: "MIN_ORDER_AMOUNT", value: 1200 }],
};

/** A shop with a code, two unnamed shipping methods, and a mug with a size. */
async function shopWithPost(): Promise<Shop> {
  const shop = await openShop({ units: 1000 });
  const params = { storeId: shop.id };
  await ok(promoCodes.createPromoCode, { params, as: shop.owner, body: TEN });
  const post = { id: "post", amount: 400, taxable: true, free_above: 6000 };
  const express = { id: "express", key: "fast", name: "", amount: 900 };
  await ok(markets.updateMarket, {
    params: { ...params, marketId: "eu" },
    as: shop.owner,
    body: { zones: [{ countries: ["DE"], tax_bps: 1900, shipping_methods: [post, express] }] },
  });
  const attributes = [{ key: "size", type: "TEXT", value: ["large"] }];
  const sized = { id: shop.mug.variant_id, sku: "MUG-L", attributes };
  const at = { params: { ...params, productId: shop.mug.product_id }, as: shop.owner };
  await ok(products.updateProduct, { ...at, body: { variants: [sized] } });
  return shop;
}

const MONEY = { currency: "EUR", market: "eu", subtotal: 7400, shipping: 900, discount: 740, total: 7560 };
const SIZED = {
  product_key: "mug",
  variant_sku: "MUG-L",
  variant_attributes: [{ key: "size", value: ["large"] }],
};
const UNSIZED = { product_key: null, variant_sku: null, variant_attributes: [] };

test("quote, cart, order and event show their totals and lines in the same object", async () => {
  const shop = await shopWithPost();
  const store = { params: { storeId: shop.id }, as: shop.owner };
  const typed = { promo_code: "ten", shipping_method_id: "express" };
  const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)], typed);
  const own = { params: { storeId: shop.id, cartId: cart.id }, as };
  const quote = await ok(storefrontCarts.quoteVisitorCart, { ...own, body: {} });
  const money = { ...MONEY, tax: quote.tax };
  expect(quote.money).toEqual(money);
  expect(quote.charge_amount).toBe(money.total);
  expect(quote.items.map(({ availability }) => availability.ok)).toEqual([true, true]);
  expect(quote.payment).toEqual({ ...money, type: quote.payment.type });
  expect(quote.shipping_lines).toMatchObject([{ key: "fast", name: "fast", title: "fast" }]);
  expect(quote.items.map(({ snapshot }) => snapshot)).toMatchObject([SIZED, UNSIZED]);
  expect((await ok(storefrontCarts.getVisitorCart, own)).money).toEqual(money);

  const placed = await checkout(shop.id, { as, cart }, BY_CASH);
  expect(placed).toMatchObject({ status: "confirmed", payment: money, payment_action: { type: "none" } });
  const again = await tryCheckout(shop.id, { as, cart }, BY_CASH);
  expect(again).toMatchObject({ status: 200, body: { order_id: placed.order_id } });
  const one = { storeId: shop.id, orderId: placed.order_id };
  const announced = (await storedEvents(shop.id))
    .filter(({ resource }) => resource === "order")
    .map(({ data }) => BuyerOrder.parse(data));
  const ordered = await ok(orders.getOrder, { params: one, as: shop.owner });
  expect(ordered).toMatchObject({ status: "confirmed", payment_status: "unpaid" });
  expect(ordered.reservation_ids).toHaveLength(1);
  expect(ordered.items.map(({ type, quantity, status }) => [type, quantity, status.status])).toEqual([
    ["product", 2, "confirmed"],
    ["service", 1, "confirmed"],
  ]);
  const views = [
    ordered,
    await ok(storefrontOrders.getOwnOrder, { params: one, as }),
    ...(await ok(orders.listOrders, store)).items,
    ...(await ok(storefrontOrders.listOwnOrders, { params: { storeId: shop.id }, as })).items,
    ...announced,
  ];
  expect(announced.length).toBeGreaterThan(0);
  for (const order of views) {
    expect(order.money).toEqual(money);
    expect(order.payment).toMatchObject(money);
    expect(order.shipping_lines).toMatchObject([{ title: "fast" }]);
    expect(order.items.map(({ snapshot }) => snapshot)).toMatchObject([SIZED, UNSIZED]);
  }
});

const ITEMS = fc.record({
  mugs: fc.integer({ min: 0, max: 7 }),
  vouchers: fc.integer({ min: 0, max: 2 }),
  cut: fc.boolean(),
  market: fc.constantFrom("eu", "us"),
  country: fc.constantFrom("DE", "FR", null),
  shipping_method_id: fc.constantFrom("post", "express", ""),
  promo_code: fc.constantFrom("TEN", "NOPE", ""),
});

const WITH_CODE = {
  mugs: 2,
  vouchers: 1,
  cut: false,
  market: "eu",
  country: "DE",
  shipping_method_id: "post",
  promo_code: "TEN",
} as const;

test("a cart has its quote's total as soon as a code is sent, and names what a quote refuses", async () => {
  const shop = await shopWithPost();
  const { as, cart } = await visitorWithCart(shop, []);
  const own = { params: { storeId: shop.id, cartId: cart.id }, as };
  const put = (body: object) => ok(storefrontCarts.updateVisitorCart, { ...own, body });
  const quoted = () => call(storefrontCarts.quoteVisitorCart, { ...own, body: {} });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(ITEMS, async ({ mugs, vouchers, cut, country, promo_code, ...chosen }) => {
      const items = [
        ...(mugs > 0 ? [{ ...shop.mug, quantity: mugs }] : []),
        ...(vouchers > 0 ? [{ ...shop.voucher, quantity: vouchers }] : []),
        ...(cut ? [haircut(shop)] : []),
      ];
      const shipping_address = country ? { ...BERLIN, country } : null;
      await put({ ...chosen, items, shipping_address, promo_code: "" });
      const plain = await ok(storefrontCarts.quoteVisitorCart, { ...own, body: {} });
      expect((await ok(storefrontCarts.getVisitorCart, own)).money).toEqual(plain.money);
      const { money, problems } = await put({ promo_code });
      const { status, body } = await quoted();
      const expected = status === 200 ? CartQuote.parse(body).money : plain.money;
      taken += expected.discount > 0 ? 1 : 0;
      expect(money).toEqual(expected);
      // An empty cart does not report the conditions that a promo code sets for its lines.
      const said = problems.filter(({ field }) => field === "promo_code").map(({ code }) => code);
      if (items.length > 0) expect(said).toEqual(status === 200 ? [] : [Object(body).error]);
      expect(await ok(storefrontCarts.getVisitorCart, own)).toMatchObject({ money: expected, problems });
    }),
    { numRuns: 12, examples: [[WITH_CODE], [{ ...WITH_CODE, mugs: 0, vouchers: 0 }]] },
  );
  expect(taken).toBeGreaterThan(0);
});
