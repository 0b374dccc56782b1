import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { HOUR } from "#test/support/salon.ts";
import { visitorWithCart } from "#test/support/shop.ts";
import { newEmail, visitorOf } from "#test/support/world.ts";
import {
  type JsonObject,
  OMISSION_REASONS,
  type Recipes,
  type RequestParts,
  type SentRecord,
} from "./recipe.ts";
import { freeHour } from "./reservations.ts";
import type { World } from "./world.ts";

const goodsLine = ({ shop }: World, seed: number): JsonObject => ({
  id: OMITTED,
  type: "product",
  product_id: shop.mug.product_id,
  variant_id: shop.mug.variant_id,
  quantity: 2 + seed,
  price: 700 + seed,
  service_id: OMITTED,
  provider_id: OMITTED,
  slots: OMITTED,
  from: OMITTED,
  to: OMITTED,
  forms: OMITTED,
});

/** Lines of goods, each with another form of price. */
export const pricedItems = (world: World, seed: number): JsonObject[] => [
  goodsLine(world, seed),
  { ...goodsLine(world, seed), price: { amount: 800 + seed } },
];

const appointmentLine = ({ shop }: World): JsonObject => ({
  id: OMITTED,
  type: "service",
  product_id: OMITTED,
  variant_id: OMITTED,
  quantity: OMITTED,
  price: OMITTED,
  service_id: shop.service_id,
  provider_id: shop.provider_id,
});

/** Two lines with an appointment each, whose times are sent in different fields. */
export const appointments = (world: World) => {
  const [at, then] = [freeHour(), freeHour()];
  return [
    { ...appointmentLine(world), slots: [{ from: at, to: at + HOUR }], from: OMITTED, to: OMITTED },
    { ...appointmentLine(world), slots: OMITTED, from: then, to: then + HOUR },
  ];
};

const makeLines = (world: World, seed: number) => () => [...pricedItems(world, seed), ...appointments(world)];
/** Visitors set no prices, so two lines of the same goods would become one. */
const makeVisitorLines = (world: World, seed: number) => () => [
  goodsLine(world, seed),
  ...appointments(world),
];

export const address = { country: "DE", email: newEmail };

const slotPaths = { "items[].from": "items[].slots[0].from", "items[].to": "items[].slots[0].to" };

const pricePaths = { "items[].price.amount": "items[].price" };

const cartRecipe = {
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner: as } = world.shop;
    const { contactId: contact_id } = await visitorOf(storeId);
    const market = ["eu", "us"][seed % 2];
    const addresses = { shipping_address: address, billing_address: address };
    const body = { store_id: storeId, contact_id, market, items: makeLines(world, seed), ...addresses };
    return { as, params: { storeId }, body: { ...body, promo_code: `CODE${seed}` } };
  },
  at: { ...slotPaths, ...pricePaths },
  not: { "items[].id": OMISSION_REASONS.new },
};

const cartChangeRecipe = {
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner: as } = world.shop;
    const body = { market: ["us", "eu"][seed % 2], items: [{ ...world.shop.mug, quantity: 1 }] };
    const made = await ok(carts.createCart, { params: { storeId }, as, body });
    const lines = makeLines(world, seed)();
    return cartChangeRequest(
      world,
      seed,
      { as, params: { storeId, cartId: made.id } },
      lines,
      made.items[0]?.id,
    );
  },
  at: { ...slotPaths, ...pricePaths },
};

const visitorCartRecipe = {
  asks: async (world: World, seed: number) => {
    const { as, cart } = await visitorWithCart(world.shop, [world.shop.mug], { shipping_address: null });
    const asked = { as, params: { storeId: world.shop.id, cartId: cart.id } };
    return cartChangeRequest(world, seed, asked, makeVisitorLines(world, seed)(), cart.items[0]?.id);
  },
  at: slotPaths,
  not: { "items[].price": OMISSION_REASONS.theirs, "items[].price.amount": OMISSION_REASONS.theirs },
};

function cartChangeRequest(
  world: World,
  seed: number,
  asked: RequestParts,
  lines: JsonObject[],
  line: string | undefined,
) {
  const changed = () => [{ ...lines[0], id: line }, ...lines.slice(1)];
  const market = ["eu", "us"][seed % 2];
  const addresses = { shipping_address: address, billing_address: address };
  const body = { store_id: world.shop.id, market, items: changed, promo_code: `CODE${seed}`, ...addresses };
  return { ...asked, body };
}

const addedLine = {
  at: {
    type: "items[-1].type",
    product_id: "items[-1].product_id",
    variant_id: "items[-1].variant_id",
    quantity: "items[-1].quantity",
    service_id: "items[-1].service_id",
    provider_id: "items[-1].provider_id",
    "slots[].from": "items[-1].slots[].from",
    "slots[].to": "items[-1].slots[].to",
    from: "items[-1].slots[0].from",
    to: "items[-1].slots[0].to",
    "forms[].form_id": "items[-1].forms[].form_id",
    "forms[].fields[].key": "items[-1].forms[].fields[].key",
  },
  not: { id: OMISSION_REASONS.new },
};

const addRecipe = {
  ...addedLine,
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner: as } = world.shop;
    const { id: cartId } = await ok(carts.createCart, { params: { storeId }, as, body: { market: "eu" } });
    return makeLines(world, seed)().map((body) => ({ as, params: { storeId, cartId }, body }));
  },
  at: { ...addedLine.at, price: "items[-1].price", "price.amount": "items[-1].price" },
};

const visitorAddRecipe = {
  ...addedLine,
  asks: async (world: World, seed: number) => {
    const { as, cart } = await visitorWithCart(world.shop, []);
    const params = { storeId: world.shop.id, cartId: cart.id };
    return makeVisitorLines(world, seed)().map((body) => ({ as, params, body }));
  },
  not: { ...addedLine.not, price: OMISSION_REASONS.theirs, "price.amount": OMISSION_REASONS.theirs },
};

export const CARTS: Recipes = {
  currentCart: {
    asks: async ({ shop }, seed) => ({
      as: await visitorOf(shop.id),
      params: { storeId: shop.id },
      body: { store_id: shop.id, market: ["eu", "us"][seed % 2], token: OMITTED },
    }),
    read: ({ shop }, { record, as }) =>
      ok(storefrontCarts.getVisitorCart, { params: { storeId: shop.id, cartId: String(record.id) }, as }),
    not: {
      token: OMISSION_REASONS.link,
      "source.utm_source": OMISSION_REASONS.figures,
      "source.utm_medium": OMISSION_REASONS.figures,
      "source.utm_campaign": OMISSION_REASONS.figures,
      "source.referrer": OMISSION_REASONS.figures,
      "source.ref": OMISSION_REASONS.figures,
    },
  },
  createCart: cartRecipe,
  updateCart: cartChangeRecipe,
  updateVisitorCart: visitorCartRecipe,
  addCartItem: { ...addRecipe, read: readCart },
  addVisitorCartItem: { ...visitorAddRecipe, read: readCart },
};

async function readCart({ shop: { id: storeId, owner: as } }: World, { params }: SentRecord) {
  return ok(carts.getCart, { params: { storeId, cartId: params.cartId ?? "" }, as });
}
