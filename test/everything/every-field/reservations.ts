import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { somebody } from "#test/support/world.ts";
import { OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

let lastDay = 0;

/** The start of a free hour of the shop's provider, on another day for each call. */
export function freeHour(): number {
  return MONDAY + 7 * 24 * HOUR + lastDay++ * 24 * HOUR + 10 * HOUR;
}

const notes = (seed: number) => [
  { id: `note${seed}`, key: "note", type: "TEXT", properties: { a: seed }, value: [`Hi ${seed}`] },
];

const part = ({ shop }: World, seed: number) => ({
  id: OMITTED,
  serviceId: shop.service_id,
  providerId: shop.provider_id,
  blocks: notes(seed),
});

const parts = (world: World, seed: number) => {
  const [from, then] = [freeHour(), freeHour()];
  return [
    { ...part(world, seed), startTime: from, endTime: from + HOUR, from: OMITTED, to: OMITTED },
    { ...part(world, seed), from: then, to: then + HOUR, startTime: OMITTED, endTime: OMITTED },
  ];
};

const partsAt = {
  "parts[].from": "parts[].startTime",
  "parts[].to": "parts[].endTime",
  "items[].startTime": "items[].from",
  "items[].endTime": "items[].to",
};

const reservation = {
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
    const said = () => parts(world, seed);
    const body = {
      businessId: world.shop.id,
      market: "eu",
      customer_id,
      customerId: id,
      accountId: id,
      parts: said,
      items: said,
      blocks: notes(seed),
      status: ["CONFIRMED", "PENDING"][seed % 2],
      statuses: [{ status: ["CONFIRMED", "PENDING"][seed % 2] }],
      location: { lat: seed, lng: seed + 1 },
    };
    return { as: world.shop.owner, params: { businessId: world.shop.id }, body };
  },
  at: { ...partsAt, "statuses[].status": "status" },
  not: { "parts[].id": OMISSION_REASONS.new, "items[].id": OMISSION_REASONS.new },
};

const checkout = {
  either: [
    ["parts", "items"],
    ["paymentMethod", "paymentMethodId"],
    ["promoCode", "promoCodeId"],
  ],
  asks: async (world: World, seed: number) => {
    const { id: businessId, owner: as } = world.shop;
    const method = ["cash", "credit_card"][seed % 2];
    const { id: promoCodeId, code } = await promoCodeOf(world);
    const at = parts(world, seed);
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
      blocks: notes(seed),
      successUrl: "http://localhost:3000/thanks",
      cancelUrl: "http://localhost:3000/cart",
    };
    const free = () => parts(world, seed);
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
    return { ...found, promoCodeId: await idOfCode(shop, found.promoCode) };
  },
  at: {
    ...partsAt,
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

const change = {
  ...reservation,
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
    const [first, second] = parts(world, seed);
    const said = [{ ...first, id: made.parts[0]?.id }, second];
    const status = ["CONFIRMED", "AUTHORIZED"][seed % 2];
    const body = { parts: said, items: said, blocks: notes(seed), status, statuses: [{ status }] };
    return { as, params: { businessId, reservationId: made.id }, body };
  },
  at: reservation.at,
  not: { payment: OMISSION_REASONS.paid, refund: OMISSION_REASONS.act },
};

export const RESERVATIONS: Recipes = {
  createReservation: reservation,
  createBusinessReservation: reservation,
  checkoutReservation: checkout,
  checkoutBusinessReservation: checkout,
  updateReservation: change,
  updateBusinessReservation: change,
};

export async function promoCodeOf({ shop: { id: storeId, owner: as } }: World) {
  const discounts = [{ type: "ITEMS_FIXED" as const, market_id: "eu", amount: 1000 }];
  const body = { code: `CODE-${crypto.randomUUID()}`, discounts };
  return ok(promoCodes.createPromoCode, { params: { storeId }, as, raw: JSON.stringify(body) });
}

async function idOfCode({ id: storeId, owner: as }: World["shop"], code: string | null) {
  const { items } = await ok(promoCodes.listPromoCodes, {
    params: { storeId },
    as,
    query: { query: code ?? "" },
  });
  return items.find((each) => each.code === code)?.id;
}
