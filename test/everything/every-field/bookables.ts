import { providers } from "#functions/booking/providers/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { FUTURE_YEAR } from "#test/support/dates.ts";
import { somebody } from "#test/support/world.ts";
import { blocks, taxonomyValues } from "./content.ts";
import type { Recipes, SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

/** Opening hours with every field. */
function openingHours(seed: number) {
  const workingHours = [{ from: 540 + seed, to: 1020 + seed }];
  const day = { month: 2 + seed, day: 3 + seed, workingHours };
  const date = Date.UTC(FUTURE_YEAR + 1, 4, 5 + seed) / 1000;
  return {
    workingDays: [{ day: ["monday", "friday"][seed % 2], workingHours }],
    outcastDates: [day],
    specificDates: [
      { year: FUTURE_YEAR, ...day },
      { date, workingHours },
    ],
  };
}

const prices = (seed: number) => [
  { market: ["eu", "us"][seed % 2], amount: 100 + seed, currency: ["EUR", "USD"][seed % 2] },
];

const durations = (seed: number) => [
  { duration: 30 + seed, isPause: false },
  { duration: 10 + seed, isPause: true },
];
const statuses = (seed: number) => [{ status: ["ACTIVE", "ARCHIVED"][seed % 2] }];

const bookableFields = async (world: World, seed: number) => ({
  nodeIds: [world.ids.nodeId],
  blocks: blocks(seed),
  taxonomies: await taxonomyValues(world, seed),
});

const serviceRecipe = {
  either: [
    ["status", "statuses"],
    ["prices", "pricing"],
    ["durations", "duration"],
    ["providers", "providerIds"],
  ],
  asks: async (world: World, seed: number) => {
    const own = openingHours(seed);
    const providerId = await createProviderIn(world);
    const connection = {
      providerId,
      ...own,
      workingTime: own,
      prices: prices(seed),
      durations: durations(seed),
    };
    const shared = {
      ...(await bookableFields(world, seed)),
      statuses: statuses(seed),
      prices: prices(seed),
      pricing: { markets: [{ marketId: "eu", currency: "EUR", price: 100 + seed }] },
      durations: durations(seed),
      duration: 60 * (40 + seed),
      location: { lat: seed, lng: seed + 1 },
      providerIds: [providerId],
    };
    return [
      {
        body: {
          ...shared,
          slug: () => `slug-${crypto.randomUUID()}`,
          providers: [{ ...connection, workingTime: OMITTED }],
        },
      },
      {
        body: {
          ...shared,
          slug: { de: () => `slug-${crypto.randomUUID()}` },
          providers: [{ ...connection, workingDays: OMITTED, outcastDates: OMITTED, specificDates: OMITTED }],
        },
      },
    ];
  },
  at: { slug: "slug.en", "statuses[].status": "status" },
};

const providerRecipe = {
  either: [["status", "statuses"]],
  asks: async (world: World, seed: number) => {
    const shared = {
      ...(await bookableFields(world, seed)),
      statuses: statuses(seed),
      userId: (await somebody()).id,
      serviceIds: [await createServiceIn(world)],
      workingTime: openingHours(seed),
    };
    return [
      { body: { ...shared, slug: () => `slug-${crypto.randomUUID()}` } },
      { body: { ...shared, slug: { de: () => `slug-${crypto.randomUUID()}` } } },
    ];
  },
  at: { slug: "slug.en", "statuses[].status": "status" },
};

const connectionRecipe = {
  asks: async (world: World, seed: number) => {
    const own = openingHours(seed);
    const [providerId, serviceId] = [await createProviderIn(world), await createServiceIn(world)];
    const shared = { providerId, prices: prices(seed), durations: durations(seed) };
    return [
      { params: { serviceId }, body: { ...shared, ...own, workingTime: OMITTED } },
      {
        params: { serviceId: await createServiceIn(world) },
        body: {
          ...shared,
          workingTime: own,
          workingDays: OMITTED,
          outcastDates: OMITTED,
          specificDates: OMITTED,
        },
      },
    ];
  },
  read: async ({ id: businessId, owner: as }: World, { params, record }: SentRecord) => {
    const at = { businessId, serviceId: params.serviceId ?? "" };
    const found = await ok(services.listServiceProviders, { params: at, as });
    return found.find(({ id }) => id === record.id);
  },
};

const scheduleRecipe = {
  asks: async (world: World, seed: number) => {
    const [providerId, serviceId] = [await createProviderIn(world), await createServiceIn(world)];
    const params = { businessId: world.id, serviceId };
    await ok(services.connectProvider, { params, as: world.owner, body: { providerId } });
    return { body: { providerIds: [providerId], serviceIds: [serviceId], workingTime: openingHours(seed) } };
  },
  elsewhere: true,
  read: async ({ id: businessId, owner: as }: World, { body }: SentRecord) => {
    const [providerId = ""] = body.providerIds as string[];
    const time = await ok(schedules.getWorkingTime, {
      params: { businessId, providerId },
      as,
      query: { serviceIds: String(body.serviceIds) },
    });
    const [found] = time.services;
    return { ...found, providerIds: [time.providerId], serviceIds: [found?.serviceId] };
  },
};

export const BOOKABLES: Recipes = {
  setSchedules: scheduleRecipe,
  createService: serviceRecipe,
  updateService: serviceRecipe,
  createProvider: providerRecipe,
  updateProvider: providerRecipe,
  connectProvider: connectionRecipe,
  updateConnection: {
    ...connectionRecipe,
    asks: async (world, seed) => {
      const asked = await connectionRecipe.asks(world, seed);
      for (const each of asked) {
        const params = { businessId: world.id, serviceId: each.params.serviceId };
        const { providerId } = each.body;
        const made = await ok(services.connectProvider, { params, as: world.owner, body: { providerId } });
        Object.assign(each.params, { connectionId: made.id });
      }
      return asked;
    },
  },
};

async function createProviderIn({ id: businessId, owner: as }: World): Promise<string> {
  const key = `p-${crypto.randomUUID()}`;
  return (await ok(providers.createProvider, { params: { businessId }, as, body: { key } })).id;
}

async function createServiceIn({ id: businessId, owner: as }: World): Promise<string> {
  const key = `s-${crypto.randomUUID()}`;
  return (await ok(services.createService, { params: { businessId }, as, body: { key, name: "Cut" } })).id;
}
