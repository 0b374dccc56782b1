import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { somebody } from "#test/support/world.ts";
import { OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

let usedDays = 0;

/** The start of a free hour of the shop's provider, on another day for each call. */
export function freeHour(): number {
  return MONDAY + 7 * 24 * HOUR + usedDays++ * 24 * HOUR + 10 * HOUR;
}

const noteBlocks = (seed: number) => [
  { id: `note${seed}`, key: "note", type: "TEXT", properties: { a: seed }, value: [`Hi ${seed}`] },
];

const partFields = ({ shop }: World, seed: number) => ({
  id: OMITTED,
  serviceId: shop.service_id,
  providerId: shop.provider_id,
  blocks: noteBlocks(seed),
});

const twoParts = (world: World, seed: number) => {
  const [from, then] = [freeHour(), freeHour()];
  return [
    { ...partFields(world, seed), startTime: from, endTime: from + HOUR, from: OMITTED, to: OMITTED },
    { ...partFields(world, seed), from: then, to: then + HOUR, startTime: OMITTED, endTime: OMITTED },
  ];
};

const partPaths = {
  "parts[].from": "parts[].startTime",
  "parts[].to": "parts[].endTime",
  "items[].startTime": "items[].from",
  "items[].endTime": "items[].to",
};

const reservationRecipe = {
  either: [
    ["parts", "items"],
    ["status", "statuses"],
    ["customerId", "accountId"],
  ],
  asks: async (world: World, seed: number) => {
    const { id } = await somebody();
    const params = { storeId: world.shop.id };
    const named = { params, as: world.shop.owner, body: { name: "Grace" } };
    const { id: customer_id } = await ok(customers.createCustomer, named);
    const said = () => twoParts(world, seed);
    const body = {
      businessId: world.shop.id,
      market: "eu",
      customer_id,
      customerId: id,
      accountId: id,
      parts: said,
      items: said,
      blocks: noteBlocks(seed),
      status: ["CONFIRMED", "PENDING"][seed % 2],
      statuses: [{ status: ["CONFIRMED", "PENDING"][seed % 2] }],
      location: { lat: seed, lng: seed + 1 },
    };
    return { as: world.shop.owner, params: { businessId: world.shop.id }, body };
  },
  at: { ...partPaths, "statuses[].status": "status" },
  not: { "parts[].id": OMISSION_REASONS.new, "items[].id": OMISSION_REASONS.new },
};

const checkoutRecipe = {
  either: [
    ["parts", "items"],
    ["paymentMethod", "paymentMethodId"],
    ["promoCode", "promoCodeId"],
  ],
  asks: async (world: World, seed: number) => {
    const { id: businessId, owner: as } = world.shop;
    const method = ["cash", "credit_card"][seed % 2];
    const { id: promoCodeId, code } = await createPromoCodeIn(world);
    const at = twoParts(world, seed);
    const { id: quoteId } = await ok(businessReservations.quoteBusinessReservation, {
      params: { businessId },
      as,
      raw: JSON.stringify(
        {
          market: "eu",
          parts: at.map(({ id: _, blocks: __, ...each }) => each),
          paymentMethod: method,
          promoCode: code,
        },
        (_, value) => (value === OMITTED ? undefined : value),
      ),
    });
    const shared = {
      businessId,
      market: "eu",
      currency: "EUR",
      paymentMethod: method,
      paymentMethodId: method,
      promoCode: code,
      promoCodeId,
      location: { lat: seed, lng: seed + 1 },
      blocks: noteBlocks(seed),
      successUrl: "http://localhost:3000/thanks",
      cancelUrl: "http://localhost:3000/cart",
    };
    const free = () => twoParts(world, seed);
    return [
      {
        as,
        params: { businessId },
        body: { ...shared, parts: free, items: free, quoteId, amount: OMITTED },
      },
      {
        as,
        params: { businessId },
        body: { ...shared, parts: free, items: free, quoteId: OMITTED, amount: 9000 },
      },
    ];
  },
  elsewhere: true,
  read: async ({ shop }: World, { record }: SentRecord) => {
    const params = { businessId: shop.id, reservationId: String(record.reservationId) };
    const found = await ok(businessReservations.getBusinessReservation, { params, as: shop.owner });
    return { ...found, promoCodeId: await findPromoCodeId(shop, found.promoCode) };
  },
  at: {
    ...partPaths,
    paymentMethod: "payment.method",
    paymentMethodId: "payment.paymentMethodId",
  },
  not: {
    "parts[].id": OMISSION_REASONS.new,
    "items[].id": OMISSION_REASONS.new,
    quoteId: OMISSION_REASONS.demand,
    amount: OMISSION_REASONS.demand,
    successUrl: OMISSION_REASONS.back,
    cancelUrl: OMISSION_REASONS.back,
  },
};

const changeRecipe = {
  ...reservationRecipe,
  either: [
    ["parts", "items"],
    ["status", "statuses"],
  ],
  asks: async (world: World, seed: number) => {
    const { id: businessId, owner: as } = world.shop;
    const made = await ok(businessReservations.createBusinessReservation, {
      params: { businessId },
      as,
      body: {
        status: "PENDING",
        parts: [
          { serviceId: world.shop.service_id, providerId: world.shop.provider_id, startTime: freeHour() },
        ],
      },
    });
    const [first, second] = twoParts(world, seed);
    const said = [{ ...first, id: made.parts[0]?.id }, second];
    const status = ["CONFIRMED", "AUTHORIZED"][seed % 2];
    const body = { parts: said, items: said, blocks: noteBlocks(seed), status, statuses: [{ status }] };
    return { as, params: { businessId, reservationId: made.id }, body };
  },
  at: reservationRecipe.at,
  not: { payment: OMISSION_REASONS.paid, refund: OMISSION_REASONS.act },
};

export const RESERVATIONS: Recipes = {
  createReservation: reservationRecipe,
  createBusinessReservation: reservationRecipe,
  checkoutReservation: checkoutRecipe,
  checkoutBusinessReservation: checkoutRecipe,
  updateReservation: changeRecipe,
  updateBusinessReservation: changeRecipe,
};

export async function createPromoCodeIn({ shop: { id: storeId, owner: as } }: World) {
  const discounts = [{ type: "ITEMS_FIXED" as const, market_id: "eu", amount: 1000 }];
  const body = { code: `CODE-${crypto.randomUUID()}`, discounts };
  return ok(promoCodes.createPromoCode, { params: { storeId }, as, raw: JSON.stringify(body) });
}

async function findPromoCodeId({ id: storeId, owner: as }: World["shop"], code: string | null) {
  const { items } = await ok(promoCodes.listPromoCodes, {
    params: { storeId },
    as,
    query: { query: code ?? "" },
  });
  return items.find((each) => each.code === code)?.id;
}
