import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { carts, cartWorkers, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { businessEntries } from "#functions/content/legacy-content/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { processDueCart } from "#lib/commerce/carts/due.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout, tryCheckout } from "#test/support/orders.ts";
import { createGoods, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { mailsTo, mailTo, newEmail, visitorOf, workerContext } from "#test/support/world.ts";

async function proveEmail(shop: Shop, email: string, token?: string) {
  const as = { token: token ?? (await visitorOf(shop.id)).token };
  const params = { storeId: shop.id };
  const seen = (await mailsTo(email)).length;
  const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
  const code = /\b\d{6}\b/.exec((await mailTo(email, seen + 1)).subject)?.[0] ?? "";
  const proof = await ok(storefrontAccount.verifyContact, { params, as, body: { challenge_id, code } });
  return { token: proof.token.token };
}

test("lines of one variant are merged, and every change answers the whole cart", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const params = { storeId: shop.id, cartId: cart.id };
  const more = await ok(storefrontCarts.addVisitorCartItem, {
    params,
    as,
    body: { ...shop.mug, quantity: 2, price: 1 },
  });
  expect(more).toMatchObject({
    item_count: 3,
    currency: "EUR",
    items: [{ quantity: 3, name: "mug", unit_price: 1200, price: null, available: 10, changed: [] }],
  });
  const wrapped = { item: haircut(shop) };
  const both = await ok(storefrontCarts.addVisitorCartItem, { params, as, body: wrapped });
  expect(both.items.map(({ type, quantity }) => [type, quantity])).toEqual([
    ["product", 3],
    ["service", 1],
  ]);
  await ok(products.updateProduct, {
    params: { storeId: shop.id, productId: shop.mug.product_id },
    as: shop.owner,
    body: { variants: [{ id: shop.mug.variant_id, prices: [{ market: "eu", amount: 1300 }] }] },
  });
  const dearer = await ok(storefrontCarts.getVisitorCart, { params, as });
  expect(dearer.items[0]).toMatchObject({ unit_price: 1300, changed: ["price"] });
  const removed = await ok(storefrontCarts.removeVisitorCartItem, { params, as, body: { ...shop.mug } });
  expect(removed.items).toHaveLength(1);
  const set = await ok(storefrontCarts.updateVisitorCart, {
    params,
    as,
    body: { promo_code: "NOPE", shipping_address: null, items: [] },
  });
  expect(set).toMatchObject({ promo_code: "NOPE", shipping_address: null, items: [] });
  const cleared = await ok(storefrontCarts.updateVisitorCart, { params, as, body: { promo_code: "" } });
  expect(cleared.promo_code).toBeNull();
  const unknown = await refused(storefrontCarts.addVisitorCartItem, {
    params,
    as,
    body: { product_id: "prod_none", variant_id: "var_none" },
  });
  expect(unknown).toMatchObject({
    status: 400,
    error: "PRODUCT.NOT_FOUND",
    body: { validationErrors: [{ field: "variant_id" }] },
  });
  const unknowns = await refused(storefrontCarts.updateVisitorCart, {
    params,
    as,
    body: { items: [shop.mug, { product_id: "prod_none", variant_id: "var_none" }] },
  });
  expect(unknowns).toMatchObject({ status: 400, body: { validationErrors: [{ field: "items[1]" }] } });
});

test("only its visitor opens a cart; its token opens it with a masked postal address", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const stranger = await visitorWithCart(shop, [shop.mug]);
  const params = { storeId: shop.id, cartId: cart.id };
  const other = { params, as: stranger.as };
  expect(await refused(storefrontCarts.getVisitorCart, other)).toMatchObject({ status: 404 });
  expect(await refused(storefrontCarts.clearVisitorCart, other)).toMatchObject({ status: 404 });
  expect(await refused(storefrontCarts.quoteVisitorCart, { ...other, body: {} })).toMatchObject({
    status: 404,
  });
  expect(await refused(storefrontCarts.checkoutVisitorCart, { ...other, body: BY_CASH })).toMatchObject({
    status: 404,
  });
  expect(await refused(storefrontCarts.getVisitorCart, { params })).toMatchObject({ status: 401 });
  expect(await refused(storefrontCarts.getVisitorCart, { params, as: shop.owner })).toMatchObject({
    status: 401,
  });
  const query = { token: cart.token ?? "" };
  const seen = await ok(storefrontCarts.getVisitorCart, { params, query });
  expect(seen).toMatchObject({ item_count: 1, contact_id: null, token: null });
  expect(seen.shipping_address).toMatchObject({ name: "G…", street1: "T…", city: "B…", country: "DE" });
  const elsewhere = { params: { storeId: shop.id, cartId: stranger.cart.id }, query };
  expect(await refused(storefrontCarts.getVisitorCart, elsewhere)).toMatchObject({ status: 404 });
  const operators = await ok(carts.getCart, { params, as: shop.owner });
  expect(operators).toMatchObject({ token: null, shipping_address: { name: "Grace Hopper" } });
  await tryCheckout(shop.id, { as, cart }, BY_CASH);
  expect(await refused(storefrontCarts.getVisitorCart, { params, query })).toMatchObject({ status: 404 });
  const next = await ok(storefrontCarts.currentCart, { params: { storeId: shop.id }, as, body: {} });
  expect(next.id).not.toBe(cart.id);
});

test("merging a visitor's cart keeps the larger quantity of each line, also when repeated", async () => {
  const shop = await openShop();
  const email = newEmail();
  const params = { storeId: shop.id };
  const known = await proveEmail(shop, email);
  const first = await ok(storefrontCarts.currentCart, { params, as: known, body: { market: "eu" } });
  const at = { storeId: shop.id, cartId: first.id };
  await ok(storefrontCarts.updateVisitorCart, {
    params: at,
    as: known,
    body: { items: [{ ...shop.mug, quantity: 2 }] },
  });
  const guest = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }, shop.voucher]);
  const as = await proveEmail(shop, email, guest.as.token);
  const read = () => ok(storefrontCarts.currentCart, { params, as, body: {} });
  for (const joined of [await read(), await read()]) {
    expect(joined.id).toBe(first.id);
    expect(joined.items.map(({ quantity }) => quantity)).toEqual([3, 1]);
  }
  const old = await ok(storefrontCarts.getVisitorCart, {
    params: { storeId: shop.id, cartId: guest.cart.id },
    as,
  });
  expect(old.id).toBe(first.id);
  const token = (await visitorWithCart(shop, [{ ...shop.mug, quantity: 5 }])).cart.token;
  const recovered = await ok(storefrontCarts.currentCart, { params, as: known, body: { token } });
  expect(recovered.items.map(({ quantity }) => quantity)).toEqual([5, 1]);
});

test("an abandoned cart is merged into its person's cart too", async () => {
  const shop = await openShop();
  const email = newEmail();
  const params = { storeId: shop.id };
  const known = await proveEmail(shop, email);
  const first = await ok(storefrontCarts.currentCart, { params, as: known, body: { market: "eu" } });
  const guest = await visitorWithCart(shop, [shop.voucher]);
  const later = Math.floor(Date.now() / 1000) + DAY + 60;
  const forget = workerContext(cartWorkers.processDueCarts, () => later);
  await processDueCart(forget, shop.id, guest.cart.id);
  const as = await proveEmail(shop, email, guest.as.token);
  const joined = await ok(storefrontCarts.currentCart, { params, as, body: {} });
  expect(joined).toMatchObject({ id: first.id, item_count: 1 });
});

test("an abandoned cart is announced and mailed once, and expires later", async () => {
  const shop = await openShop();
  const email = newEmail();
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: { configs: { commerce: { recovery_mail: true, storefront_url: "https://shop.example/cart" } } },
  });
  const blocks = [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Mug", fr: "Tasse" }] }];
  const mug = { params: { storeId: shop.id, productId: shop.mug.product_id }, as: shop.owner };
  await ok(products.updateProduct, { ...mug, body: { blocks } });
  const as = await proveEmail(shop, email);
  const params = { storeId: shop.id };
  const { id: cartId } = await ok(storefrontCarts.currentCart, { params, as, body: { market: "eu" } });
  const at = { params: { storeId: shop.id, cartId }, as };
  const headers = { "accept-language": "fr" };
  await ok(storefrontCarts.addVisitorCartItem, { ...at, body: { ...shop.mug }, headers });
  const now = Math.floor(Date.now() / 1000);
  const tick = (after: number) =>
    processDueCart(
      workerContext(cartWorkers.processDueCarts, () => now + after),
      shop.id,
      cartId,
    );
  await tick(DAY - 100);
  expect((await ok(storefrontCarts.getVisitorCart, at)).status).toBe("active");
  for (const after of [DAY + 60, DAY + 60, DAY + 120]) await tick(after);
  expect(await ok(storefrontCarts.getVisitorCart, at)).toMatchObject({ status: "abandoned" });
  const left = async (status: "abandoned" | "expired") =>
    (await ok(carts.listCarts, { params, as: shop.owner, query: { status } })).items;
  const [told] = await left("abandoned");
  expect(told).toMatchObject({ id: cartId, status: "abandoned", abandoned_at: told?.recovery_sent_at });
  const { text = "" } = (await mailTo(email, 2)).body;
  expect(text).toContain("1 × Tasse");
  const link = new URL(/https:\S+cart_token=\S+/.exec(text)?.[0] ?? "");
  const query = { token: link.searchParams.get("cart_token") ?? "" };
  expect((await ok(storefrontCarts.getVisitorCart, { params: at.params, query })).item_count).toBe(1);
  const again = await ok(storefrontCarts.addVisitorCartItem, { ...at, body: { ...shop.mug } });
  expect(again).toMatchObject({ status: "active", abandoned_at: null });
  await tick(3 * DAY);
  await tick(40 * DAY);
  expect(await ok(storefrontCarts.getVisitorCart, at)).toMatchObject({ status: "expired" });
  expect(await left("expired")).toMatchObject([{ id: cartId, status: "expired" }]);
  expect((await mailsTo(email)).filter(({ subject }) => subject.includes("left something"))).toHaveLength(1);
});

test("a quote says of each line why it cannot be bought, and a checkout names the line", async () => {
  const shop = await openShop({ units: 1 });
  const priceless = await createGoods(shop, "gone", { amount: 100, units: null });
  const { as, cart } = await visitorWithCart(shop, [
    { ...shop.mug, quantity: 2 },
    { ...haircut(shop, 12) },
    priceless,
  ]);
  await ok(products.updateProduct, {
    params: { storeId: shop.id, productId: priceless.product_id },
    as: shop.owner,
    body: { status: "archived" },
  });
  const params = { storeId: shop.id, cartId: cart.id };
  const quote = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
  expect(quote.items.map(({ availability }) => availability.reason ?? null)).toEqual([
    "insufficient_stock",
    "outside_hours",
    "archived",
  ]);
  expect(quote.charge_amount).toBe(7400);
  const outside = await tryCheckout(shop.id, { as, cart }, BY_CASH);
  expect(outside).toMatchObject({ status: 400, body: { error: "RESERVATION.OUTSIDE_WORKING_HOURS" } });
  const [, , gone] = cart.items;
  await ok(storefrontCarts.removeVisitorCartItem, { params, as, body: { service_id: shop.service_id } });
  expect(await tryCheckout(shop.id, { as, cart }, BY_CASH)).toMatchObject({
    body: { error: "ORDER.FAILED_CREATE", validationErrors: [{ field: gone?.id }] },
  });
  await ok(storefrontCarts.removeVisitorCartItem, { params, as, body: { item_id: gone?.id } });
  expect(await tryCheckout(shop.id, { as, cart }, BY_CASH)).toMatchObject({
    body: { error: "PRODUCT.INSUFFICIENT_STOCK", validationErrors: [{ field: cart.items[0]?.id }] },
  });
  await ok(storefrontCarts.clearVisitorCart, { params, as });
  expect(await tryCheckout(shop.id, { as, cart }, BY_CASH)).toMatchObject({
    body: { error: "ORDER.FAILED_CREATE" },
  });
});

test("no price is charged that was not shown; a changed one names line, old and new price", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const params = { storeId: shop.id, cartId: cart.id };
  const change = (amount: number) =>
    ok(products.updateProduct, {
      params: { storeId: shop.id, productId: shop.mug.product_id },
      as: shop.owner,
      body: { variants: [{ id: shop.mug.variant_id, prices: [{ market: "eu", amount }] }] },
    });
  await change(1500);
  expect(await tryCheckout(shop.id, { as, cart }, BY_CASH)).toMatchObject({
    body: {
      error: "PAYMENT.INVALID_AMOUNT",
      validationErrors: [{ field: cart.items[0]?.id, old: 1200, new: 1500 }],
    },
  });
  const quote = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
  expect(await tryCheckout(shop.id, { as, cart }, { ...BY_CASH, amount: 1200 })).toMatchObject({
    body: { error: "PAYMENT.INVALID_AMOUNT" },
  });
  await ok(markets.updateMarket, {
    params: { storeId: shop.id, marketId: "eu" },
    as: shop.owner,
    body: {
      zones: [{ countries: ["DE"], shipping_methods: [{ id: "post", amount: 400, taxable: true }] }],
    },
  });
  expect(await tryCheckout(shop.id, { as, cart }, { ...BY_CASH, quote_id: quote.id })).toMatchObject({
    body: { error: "PAYMENT.INVALID_AMOUNT" },
  });
  const next = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
  expect(next).toMatchObject({ shipping: 400, total: 1900, shipping_method: { id: "post" } });
  const placed = await tryCheckout(shop.id, { as, cart }, { ...BY_CASH, quoteId: next.id, amount: 1900 });
  expect(placed).toMatchObject({ status: 201, body: { total: 1900 } });
});

test("a promo code counts or is refused, and a full address is required for shipping", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  await ok(promoCodes.createPromoCode, {
    params,
    as: shop.owner,
    body: {
      code: "TEN",
      discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }],
      conditions: [{ type: "MAX_USES", value: { type: "COUNT", value: 1 } }],
    },
  });
  const body = { items: [{ ...shop.mug, quantity: 2 }], market: "eu", promo_code: "ten" };
  const quote = await ok(orders.quoteOrder, { params, body });
  expect(quote).toMatchObject({ subtotal: 2400, discount: 240, total: 2160, promo_code: { code: "TEN" } });
  expect(await refused(orders.quoteOrder, { params, body: { ...body, promo_code: "none" } })).toMatchObject({
    error: "PAYMENT.PROMO_CODE_INVALID",
    body: { reason: "not_found" },
  });
  const one = await visitorWithCart(shop, [shop.mug], { promo_code: "TEN" });
  const other = await visitorWithCart(shop, [shop.mug], {
    promo_code: "TEN",
    shipping_address: { country: "DE" },
  });
  expect(await tryCheckout(shop.id, other, { payment_method_key: "cash" })).toMatchObject({
    body: {
      error: "GENERAL.VALIDATION_FAILED",
      validationErrors: [
        { field: "shipping_address.name" },
        { field: "shipping_address.street1" },
        { field: "shipping_address.city" },
        { field: "shipping_address.postal_code" },
      ],
    },
  });
  expect(await tryCheckout(shop.id, one, { payment_method_key: "cash" })).toMatchObject({
    body: { validationErrors: [{ field: "email" }] },
  });
  expect(await tryCheckout(shop.id, one, BY_CASH)).toMatchObject({ status: 201, body: { total: 1080 } });
  const { items } = await ok(orders.listOrders, { params, as: shop.owner });
  expect(items).toMatchObject([{ promo_code: "TEN", total: 1080 }]);
  const third = await visitorWithCart(shop, [shop.mug], { promo_code: "TEN" });
  expect(await tryCheckout(shop.id, third, BY_CASH)).toMatchObject({
    body: { error: "PAYMENT.PROMO_CODE_LIMIT_REACHED" },
  });
});

test("payments/quote prices goods and parts together, and only an existing order owns an entry", async () => {
  const shop = await openShop();
  const quote = await ok(payments.quotePayment, {
    body: {
      businessId: shop.id,
      currency: "EUR",
      parts: [
        {
          serviceId: shop.service_id,
          providerId: shop.provider_id,
          startTime: haircut(shop).slots[0]?.from ?? 0,
        },
      ],
      lines: [{ productId: shop.mug.product_id, variantId: shop.mug.variant_id, quantity: 3 }],
    },
  });
  expect(quote).toMatchObject({ subtotal: 8600, total: 8600, chargeAmount: 8600 });
  expect(quote.items.map(({ type, quantity, amount }) => [type, quantity, amount])).toEqual([
    ["service", 1, 5000],
    ["product", 3, 1200],
  ]);
  const buyer = await visitorWithCart(shop, [shop.voucher]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const entry = { params: { businessId: shop.id }, as: shop.owner };
  const body = (owner: string) => ({ owner, locale: "en", blocks: [] });
  await ok(businessEntries.createBusinessEntry, { ...entry, body: body(`order:${order_id}`) });
  const missing = await refused(businessEntries.createBusinessEntry, {
    ...entry,
    body: body("order:order_none"),
  });
  expect(missing.body.validationErrors).toMatchObject([{ field: "owner" }]);
});
