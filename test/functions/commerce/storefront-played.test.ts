import { expect, test } from "vitest";
import * as z from "zod";
import { env } from "#core/env.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { ok } from "#test/support/client.ts";
import { BERLIN, openShop, type Shop } from "#test/support/shop.ts";
import { newEmail } from "#test/support/world.ts";

// The fields that the shop of somebody else reads.
const ListOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });
const WithKey = z.object({ id: z.string(), key: z.string() });
const Market = WithKey.extend({
  currency: z.string(),
  payment_methods: z.array(z.object({ key: z.string(), type: z.string() })),
  zones: z.array(z.object({ shipping_methods: z.array(z.object({ id: z.string(), amount: z.int() })) })),
});
const Session = z.object({
  token: z.object({ token: z.string() }),
  contact: z.object({ id: z.string() }),
  store: z.object({ name: z.string() }),
  market: Market,
  payment: z.object({ provider: z.string().nullable(), publishable_key: z.string().nullable() }),
});
const Goods = WithKey.extend({
  variants: z.array(
    z.object({
      id: z.string(),
      inventory: z.array(z.strictObject({ available: z.int() })),
      prices: z.array(z.object({ market: z.string(), amount: z.int(), currency: z.string() })),
    }),
  ),
});
const Money = z.object({
  currency: z.string(),
  market: z.string(),
  subtotal: z.int(),
  shipping: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
});
const Cart = z.object({ id: z.string(), items: z.array(z.object({ quantity: z.int() })) });
const Quote = z.object({ money: Money, payment_methods: z.array(z.object({ key: z.string() })) });
const Order = z.object({
  id: z.string(),
  money: Money,
  payment: Money.pick({ currency: true, market: true, total: true }),
  items: z.array(
    z.object({
      quantity: z.int(),
      snapshot: z.object({ product_key: z.string(), variant_sku: z.string().nullable() }),
    }),
  ),
  shipping_lines: z.array(z.object({ title: z.string().min(1) })),
});

/** A shop that knows only the base URL of its storefront. */
class PlainShop {
  readonly #base: string;
  #token: string | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  async read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    return this.#ask("GET", path, schema);
  }

  async send<S extends z.ZodType>(method: "POST" | "PUT", path: string, body: object, schema: S) {
    return this.#ask(method, path, schema, body);
  }

  async enter(market: string) {
    const session = await this.send("POST", "/account/identify", { market }, Session);
    this.#token = session.token.token;
    return session;
  }

  async #ask<S extends z.ZodType>(
    method: string,
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S>> {
    const reply = await fetch(`${this.#base}${path}`, {
      method,
      headers: {
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await reply.json();
    expect(reply.status, `${method} ${path}: ${JSON.stringify(answer)}`).toBeLessThan(300);
    return schema.parse(answer);
  }
}

/** The owner's content of each kind, and mugs at two locations. */
async function addContent({ id: storeId, owner: as, mug }: Shop): Promise<void> {
  const params = { storeId };
  const depot = await ok(locations.createLocation, {
    params,
    as,
    body: { key: "depot", is_pickup_location: true },
  });
  await ok(products.changeInventory, {
    params: { ...params, productId: mug.product_id },
    as,
    body: { variant_id: mug.variant_id, location_id: depot.id, delta: 4 },
  });
  const { id: collection_id } = await ok(collections.createCollection, {
    params,
    as,
    body: { key: "journal", status: "active", fields: [{ key: "title", type: "text" }] },
  });
  await ok(entries.createEntry, {
    params,
    as,
    body: {
      collection_id,
      key: "first",
      status: "active",
      fields: [{ key: "title", type: "text", value: "Hello" }],
    },
  });
  await ok(taxonomies.createTaxonomy, { params, as, body: { key: "colours", status: "active" } });
  await ok(nodes.createNode, { params, as, body: { key: "home", status: "active" } });
}

test("a shop that knows only its storefront shows goods and content, and sells", async () => {
  const shop = await openShop({ units: 10 });
  await addContent(shop);
  const mine = new PlainShop(`${env("PUBLIC_URL")}/v1/storefront/${shop.id}`);

  // Opening: it reads the markets before anybody is known, then the visitor's payment methods.
  const { markets } = await mine.read("", z.object({ markets: z.array(Market) }));
  expect(markets.map(({ key }) => key)).toContain("eu");
  const { market, payment, contact } = await mine.enter("eu");
  expect(market.payment_methods.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["cash", "credit_card"]),
  );
  expect(payment.provider).toBe("sandbox");
  expect((await mine.read("/account/me", z.object({ id: z.string() }))).id).toBe(contact.id);

  // Pages: it reads contents.
  for (const [kind, key] of [
    ["products", "mug"],
    ["services", "cut"],
    ["providers", "mira"],
    ["collections", "journal"],
    ["forms", "contact"],
    ["taxonomies", "colours"],
    ["nodes", "home"],
    ["markets", "eu"],
    ["locations", "depot"],
  ] as const) {
    const { items } = await mine.read(`/${kind}`, ListOf(WithKey));
    const found = items.find((item) => item.key === key);
    expect(found, kind).toBeDefined();
    expect((await mine.read(`/${kind}/${found?.id}`, WithKey)).key, kind).toBe(key);
  }
  const journal = await mine.read(`/collections/${shop.id}:journal`, WithKey);
  const { items: stories } = await mine.read(`/entries?collection_id=${journal.id}`, ListOf(WithKey));
  expect(stories.map(({ key }) => key)).toEqual(["first"]);
  expect((await mine.read(`/entries/${stories[0]?.id}`, WithKey)).key).toBe("first");

  // Product page: a mug with its price and its stock over all locations.
  const mug = await mine.read(`/products/${shop.id}:mug`, Goods);
  const [variant] = mug.variants;
  expect(variant?.inventory).toEqual([{ available: 14 }]);
  const price = variant?.prices.find((each) => each.market === market.key)?.amount ?? 0;

  // Checkout: it sells two mugs.
  const cart = await mine.send("POST", "/carts/current", { market: market.key }, Cart);
  const line = { product_id: mug.id, variant_id: variant?.id, quantity: 2 };
  const filled = await mine.send(
    "PUT",
    `/carts/${cart.id}`,
    { items: [line], shipping_address: BERLIN },
    Cart,
  );
  expect(filled.items).toMatchObject([{ quantity: 2 }]);
  const quote = await mine.send("POST", `/carts/${cart.id}/quote`, {}, Quote);
  expect(quote.money).toMatchObject({ currency: market.currency, market: market.key, subtotal: 2 * price });
  const sent = { payment_method_key: "cash", email: newEmail() };
  const Placed = z.object({ order_id: z.string() });
  const { order_id } = await mine.send("POST", `/carts/${cart.id}/checkout`, sent, Placed);
  const order = await mine.read(`/orders/${order_id}`, Order);
  expect(order.money).toEqual(quote.money);
  expect(order.payment).toMatchObject({ currency: market.currency, total: quote.money.total });
  expect(order.items).toMatchObject([{ quantity: 2, snapshot: { product_key: "mug" } }]);
  const { subtotal, shipping, discount, total } = order.money;
  expect(total).toBe(subtotal + shipping - discount);
  const [after] = (await mine.read(`/products/${mug.id}`, Goods)).variants;
  expect(after?.inventory).toEqual([{ available: 12 }]);
  expect((await mine.read("/orders", ListOf(Order))).items.map(({ id }) => id)).toEqual([order_id]);

  // Staff see equal totals.
  const seen = await ok(orders.getOrder, { params: { storeId: shop.id, orderId: order_id }, as: shop.owner });
  expect(seen.money).toEqual(order.money);
});
