import { expect, test } from "vitest";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok, refused } from "#test/support/client.ts";
import { drawing, formOf } from "#test/support/media.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { newEmail, visitorOf } from "#test/support/world.ts";

const ADDRESS = {
  name: "Grace Hopper",
  company: "Navy",
  street1: "Torstr. 1",
  street2: "Rear building",
  city: "Berlin",
  state: "BE",
  postal_code: "10119",
  country: "DE",
  phone: "+49301234567",
  email: "grace@example.com",
};

test("a cart keeps every input, and its lines show the compare-at price and a picture", async () => {
  const shop = await openShop();
  const { id: storeId, owner } = shop;
  const raw = formOf([{ name: "mug.svg", bytes: drawing() }]);
  const [front] = await ok(media.createMedia, { params: { storeId }, as: owner, raw });
  const picture = `media:${front?.id}`;
  await ok(products.updateProduct, {
    params: { storeId, productId: shop.mug.product_id },
    as: owner,
    body: {
      blocks: [{ key: "pictures", type: "RELATIONSHIP_MEDIA", value: [picture] }],
      variants: [
        {
          id: shop.mug.variant_id,
          tax_category_id: "books",
          prices: [{ market: "eu", amount: 1200, compare_at: 1500 }],
        },
      ],
    },
  });
  const express = { id: "express", key: "express", name: "Express", eta_text: "1 day", amount: 900 };
  const zone = {
    countries: ["DE"],
    tax_rates: [{ category: "books", name: "Books", tax_bps: 700 }],
    shipping_methods: [express],
  };
  const market = { params: { storeId, marketId: "eu" }, as: owner, body: { tax_bps: 1900, zones: [zone] } };
  await ok(markets.updateMarket, market);
  const appointment = { ...haircut(shop), slots: [{ from: MONDAY + 8 * HOUR, to: MONDAY + 9 * HOUR }] };
  const forms = [{ form_id: "form_notes", fields: [{ key: "note", value: "Ring twice" }] }];
  const fields = { shipping_address: ADDRESS, shipping_method_id: "express", forms };
  const { as, cart } = await visitorWithCart(shop, [shop.mug, appointment], fields);
  expect(cart).toMatchObject({
    ...fields,
    items: [
      { compare_at: 1500, unit_price: 1200, image: picture },
      { slots: appointment.slots, image: null },
    ],
  });
  const params = { storeId, cartId: cart.id };
  const quote = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
  expect(quote).toMatchObject({
    shipping: 900,
    shipping_method: { id: "express", eta_text: "1 day" },
    items: [{ snapshot: { image: picture } }, { snapshot: { image: null } }],
  });
  // A book has the tax rate of books, and not that of the market.
  expect(quote.items[0]?.tax).toBe(Math.round(1200 - 1200 / 1.07));
});

test("staff can change a cart in every way that a customer can, and set prices", async () => {
  const shop = await openShop();
  const store = { params: { storeId: shop.id }, as: shop.owner };
  const { id: cartId, origin } = await ok(carts.createCart, { ...store, body: { market: "eu" } });
  expect(origin).toBe("admin");
  const at = { params: { storeId: shop.id, cartId }, as: shop.owner };
  const added = await ok(carts.addCartItem, { ...at, body: { ...shop.voucher, price: 900 } });
  expect(added.items).toMatchObject([{ price: 900, unit_price: 900 }]);
  await ok(carts.addCartItem, { ...at, body: { ...shop.mug, quantity: 2 } });
  const changed = await ok(carts.updateCart, { ...at, body: { shipping_address: ADDRESS } });
  expect(changed).toMatchObject({ item_count: 3, shipping_address: ADDRESS });
  expect(await ok(carts.quoteCart, { ...at, body: {} })).toMatchObject({ subtotal: 900 + 2400 });
  const item_id = changed.items[0]?.id ?? "";
  expect((await ok(carts.removeCartItem, { ...at, body: { item_id } })).items).toHaveLength(1);
  expect((await ok(carts.clearCart, at)).items).toEqual([]);
});

test("when two carts are merged, the address, promo code and answers that were sent last win", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const email = newEmail();
  const prove = async (as: { token: string }, count: number) => {
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
    const body = { challenge_id, code: await codeFor(email, count) };
    return { token: (await ok(storefrontAccount.verifyContact, { params, as, body })).token.token };
  };
  const notes = (value: string) => [{ form_id: "form_notes", fields: [{ key: "note", value }] }];
  const send = (as: { token: string }, cartId: string, body: object) =>
    ok(storefrontCarts.updateVisitorCart, { params: { ...params, cartId }, as, body });
  const laptop = await prove(await visitorOf(shop.id), 1);
  const own = await ok(storefrontCarts.currentCart, { params, as: laptop, body: { market: "eu" } });
  await send(laptop, own.id, { promo_code: "EARLY" });
  const phone = await visitorWithCart(shop, [shop.mug], {
    shipping_address: { ...ADDRESS, street1: "Old Lane 1" },
    billing_address: ADDRESS,
    promo_code: "OLD",
    forms: notes("old"),
  });
  await send(laptop, own.id, { shipping_address: ADDRESS, promo_code: "", forms: notes("new") });
  // Some clients send all fields each time, also empty ones.
  await send(laptop, own.id, { billing_address: null });
  await send(phone.as, phone.cart.id, { items: [{ ...shop.mug, quantity: 2 }] });
  const as = await prove(phone.as, 2);
  const joined = await ok(storefrontCarts.currentCart, { params, as, body: {} });
  expect(joined).toMatchObject({
    id: own.id,
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    promo_code: null,
    forms: notes("new"),
    items: [{ quantity: 2 }],
  });
});

test("the cart of a merged contact leads to the other's cart, which reports dropped lines", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const email = newEmail();
  const prove = async (as: { token: string }, count: number) => {
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
    const body = { challenge_id, code: await codeFor(email, count) };
    return { token: (await ok(storefrontAccount.verifyContact, { params, as, body })).token.token };
  };
  const known = await prove(await visitorOf(shop.id), 1);
  const own = await ok(storefrontCarts.currentCart, { params, as: known, body: { market: "eu" } });
  // Twenty appointments are as many as a cart may have.
  const slots = Array.from({ length: 20 }, (_, day) => ({ from: MONDAY + day * 24 * HOUR + 8 * HOUR }));
  await ok(storefrontCarts.updateVisitorCart, {
    params: { ...params, cartId: own.id },
    as: known,
    body: { items: [{ ...haircut(shop), slots }] },
  });
  const notes = [{ form_id: "form_notes", fields: [{ key: "note", value: "Ring twice" }] }];
  const { as, cart } = await visitorWithCart(shop, [shop.mug, haircut(shop, 3)], { forms: notes });
  await prove(as, 2);
  // An older session of the contact, which knows that cart only by its link.
  const body = { token: cart.token };
  const joined = await ok(storefrontCarts.currentCart, { params, as: known, body });
  expect(joined).toMatchObject({ id: own.id, forms: notes, shipping_address: { name: "Grace Hopper" } });
  expect(joined.items.map(({ type }) => type)).toEqual(["service", "product"]);
  expect(joined.dropped).toMatchObject([{ type: "service", slots: haircut(shop, 3).slots }]);
  expect((await ok(storefrontCarts.currentCart, { params, as: known, body: {} })).dropped).toBeUndefined();
  const former = await ok(carts.getCart, { params: { ...params, cartId: cart.id }, as: shop.owner });
  expect(former.id).toBe(joined.id);
  const query = { status: "converted" as const };
  const { items } = await ok(carts.listCarts, { params, as: shop.owner, query });
  expect(items).toMatchObject([{ id: cart.id, merged_into_cart_id: joined.id }]);
  const stranger = { params, as: await visitorOf(shop.id), body };
  expect(await refused(storefrontCarts.currentCart, stranger)).toMatchObject({ status: 404 });
});
