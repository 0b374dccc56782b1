import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, newEmail } from "#test/support/world.ts";

const PAGE = /https?:\S+\/v1\/order-pages\/\S+/;

async function mail(email: string, subject: string) {
  const found = await eventually(
    async () => (await mailsTo(email)).find((each) => each.subject.startsWith(subject)),
    `the mail ${subject}`,
  );
  return { text: found.body.text ?? "", html: found.body.html ?? "" };
}

/** The page behind the link in a mail, as a browser with this language gets it. */
async function pageIn(text: string, language = "en"): Promise<string> {
  const reply = await fetch(PAGE.exec(text)?.[0] ?? "", { headers: { "accept-language": language } });
  return reply.text();
}

async function createBowls({ id: storeId, owner: as }: Shop) {
  const variant = (sku: string, size: string, de: string, amount: number) => ({
    sku,
    attributes: [
      { key: "size", type: "LOCALIZED_TEXT", value: [{ en: size, de }] },
      { key: "note", type: "MARKDOWN", value: ["Thrown by hand"] },
    ],
    prices: [{ market: "eu", amount }],
  });
  const body = {
    key: "bowl",
    status: "active",
    variants: [variant("BOWL-S", "small", "klein", 1800), variant("BOWL-L", "large", "groß", 3600)],
  };
  const { id: product_id, variants } = await ok(products.createProduct, { params: { storeId }, as, body });
  return variants.map(({ id: variant_id }) => ({ product_id, variant_id, quantity: 1 }));
}

const updateShop = (shop: Shop, body: object) =>
  ok(businesses.updateBusiness, { params: { businessId: shop.id }, as: shop.owner, body });

test("every view of an order shows the chosen options, and the store's views the SKU", async () => {
  const shop = await openShop();
  const [support, email] = [newEmail(), newEmail()];
  await updateShop(shop, { configs: { emails: { support, billing: support } } });
  const buyer = await visitorWithCart(shop, await createBowls(shop));
  const placed = await checkout(shop.id, buyer, { ...BY_CARD, email });
  const toPay = await (await fetch(placed.checkoutUrl ?? "")).text();
  expect(toPay).toContain("bowl (small)");
  expect(toPay).toContain("bowl (large)");
  await pay(placed.checkoutUrl);
  const bought = await mail(email, "Your order ");
  expect(bought.text).toContain("1 × bowl (small): €18.00\n1 × bowl (large): €36.00");
  expect(bought.text).not.toMatch(/BOWL-S|Thrown/);
  const page = await pageIn(bought.text);
  expect(page).toMatch(/1 × bowl<small[^>]*>small<\/small>.*1 × bowl<small[^>]*>large<\/small>/);
  expect(page).not.toContain("BOWL-L");
  expect(await pageIn(bought.text, "de")).toContain("groß");
  const told = await mail(support, "New order ");
  expect(told.text).toContain("1 × bowl (small · SKU BOWL-S): €18.00");
  expect(told.text).toContain("1 × bowl (large · SKU BOWL-L): €36.00");
  const here = { params: { storeId: shop.id, orderId: placed.order_id }, as: shop.owner };
  const order = await ok(orders.getOrder, here);
  const lines = [{ order_item_id: order.items[1]?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...here, body: { lines } });
  expect((await mail(email, "Your parcel")).text).toContain("Item: 1 × bowl (large)");
  await ok(orders.mailOrder, { ...here, body: { kind: "receipt" } });
  const receipt = await mail(email, "Your receipt");
  expect(receipt.text).toContain("1 × bowl (small): €18.00");
  expect(receipt.text).toContain("Paid: €54.00");
});

test("chosen options are shown in the reader's language, or else in the store's", async () => {
  const shop = await openShop();
  const attributes = [
    { key: "size", type: "LOCALIZED_TEXT", value: [{ de: "klein", en: "small", sv: "liten" }] },
    { key: "material", type: "LOCALIZED_TEXT", value: [{ cs: "hl\u00edna", en: "clay" }] },
    { key: "litres", type: "NUMBER", value: [1.5] },
  ];
  const variant = { attributes, prices: [{ market: "eu", amount: 1800 }], inventory: [{ available: 2 }] };
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const made = { key: "jug", status: "active", variants: [variant] };
  const { id: product_id, variants } = await ok(products.createProduct, { ...at, body: made });
  const jug = { product_id, variant_id: variants[0]?.id ?? "", quantity: 1 };
  const buy = async (language: string, quantity = 1) => {
    const { as, cart } = await visitorWithCart(shop, [{ ...jug, quantity }]);
    const request = {
      params: { storeId: shop.id, cartId: cart.id },
      as,
      headers: { "accept-language": language },
    };
    const email = newEmail();
    return { email, request: { ...request, body: { ...BY_CARD, email } } };
  };
  // This buyer reads only French, in which there are no texts.
  const french = await ok(storefrontCarts.checkoutVisitorCart, (await buy("fr")).request);
  expect(await (await fetch(french.checkoutUrl ?? "")).text()).toContain("jug (small / clay / litres: 1.5)");
  const { email, request } = await buy("de");
  const placed = await ok(storefrontCarts.checkoutVisitorCart, request);
  expect(await (await fetch(placed.checkoutUrl ?? "")).text()).toContain("jug (klein / clay / litres: 1,5)");
  await pay(placed.checkoutUrl);
  const { text } = await mail(email, "Ihre Bestellung");
  expect(text).toContain("1 \u00d7 jug (klein / clay / litres: 1,5)");
  const { body } = await refused(storefrontCarts.checkoutVisitorCart, (await buy("fr", 9)).request);
  expect(body.message).toContain("jug (small / clay");
});

test("after a partial cancellation mail, page and paid: true agree on the amount due", async () => {
  const shop = await openShop();
  const email = newEmail();
  await ok(markets.updateMarket, {
    params: { storeId: shop.id, marketId: "eu" },
    as: shop.owner,
    body: { tax_mode: "INCLUSIVE", tax_bps: 1900 },
  });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const bought = await mail(email, "Your order ");
  expect(bought.text).toMatch(/Total: €36\.00[\s\S]*To pay: €36\.00/);
  const here = { params: { storeId: shop.id, orderId: order_id }, as: shop.owner };
  const before = await ok(orders.getOrder, here);
  const items = [{ id: before.items[0]?.id ?? "", cancel_quantity: 1 }];
  await ok(orders.updateOrder, { ...here, body: { items } });
  const cut = await mail(email, "A part of your order");
  expect(cut.text).toContain("2 × mug: €24.00");
  expect(cut.text).toContain("Total: €24.00");
  // 19 % of tax is included in 3 × 12.00, and in 2 × 12.00.
  expect(bought.text).toContain("Includes tax: €5.75");
  expect(cut.text).toContain("Includes tax: €3.83");
  expect(cut.text).toContain("To pay: €24.00");
  expect(cut.text).toContain("1 × mug (cancelled): €12.00");
  expect(cut.html).toMatch(/<s [^>]*>1 × mug<\/s>/);
  expect(cut.text).not.toContain("€36.00");
  const page = await pageIn(bought.text);
  expect(page).toMatch(/Total<\/th><th>€24\.00.*To pay<\/th><th>€24\.00.*<s>1 × mug<\/s>.*<s>€12\.00<\/s>/);
  expect(page).not.toContain("€36.00");
  const paid = await ok(orders.updateOrder, { ...here, body: { paid: true } });
  expect(paid.payment.captured).toBe(2400);
  const after = await pageIn(bought.text);
  expect(after).toContain("<td>Paid</td><td>€24.00</td>");
  expect(after).not.toContain("To pay");
});

test("a fully cancelled unpaid order shows a zero total and its cancelled lines", async () => {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const params = { storeId: shop.id, orderId: order_id };
  await ok(orders.updateOrder, { params, as: shop.owner, body: { cancel: true } });
  const { text } = await mail(email, "Your order is cancelled");
  expect(text).toMatch(/^Total: €0\.00$/m);
  expect(text).toContain("2 × mug (cancelled): €24.00");
  expect(text).not.toMatch(/Paid|To pay|refunded/);
});

test("mails and pages of an order show the shop's logo, colour, links and legal notice", async () => {
  const shop = await openShop();
  const [support, email] = [newEmail(), newEmail()];
  await updateShop(shop, {
    name: "Kiln & Bean",
    phone: "+49 30 1234567",
    address: { line1: "Torstr. 9", postalCode: "10119", city: "Berlin", country: "DE" },
    configs: {
      logo: "https://kiln.example/logo.png",
      color: "#7a1f2b",
      imprint: "https://kiln.example/legal",
      emails: { support, billing: support },
      commerce: { storefront_url: "https://kiln.example/shop" },
    },
  });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const { text, html } = await mail(email, "Your order ");
  const page = await pageIn(text);
  const mailParts = [
    "https://kiln.example/logo.png",
    "#7a1f2b",
    "https://kiln.example/shop",
    "https://kiln.example/legal",
  ];
  for (const each of [...mailParts, "Torstr. 1", "Torstr. 9", support, "+49 30 1234567"]) {
    expect(html, each).toContain(each);
    expect(page, each).toContain(each);
  }
  expect(text).toMatch(/^Hello Grace Hopper,$/m);
  expect(text).toMatch(/^Date: \w+, \d{1,2} \w+ 20\d\d$/m);
  expect(text).toContain("Torstr. 9\n10119 Berlin\nGermany\n");
  expect(text).toContain("Legal notice: https://kiln.example/legal");
  expect(page).toMatch(/class="mark good">Confirmed</);
  expect(page).toContain("Not paid yet");
  expect(page).toContain("10119 Berlin<br>Germany<");
  const german = await pageIn(text, "de");
  expect(german).toMatch(/class="mark good">Bestätigt</);
  expect(german).toContain("10119 Berlin<br>Deutschland<");
  const told = await mail(support, "New order ");
  expect(told.text).not.toContain(order_id);
});

test("mails have their own column of amounts even in a reader without styles", async () => {
  const shop = await openShop();
  const email = newEmail();
  await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), { ...BY_CASH, email });
  const { html } = await mail(email, "Your order ");
  const plain = html.replace(/<style>.*?<\/style>/g, "").replace(/ style="[^"]*"/g, "");
  expect(plain).toMatch(/<td[^>]* align="right"[^>]*>€12\.00<\/td>/);
});
