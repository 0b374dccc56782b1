import { expect, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, OPENING_HOURS, openSalon, type Salon } from "#test/support/salon.ts";
import { member, openStore, somebody } from "#test/support/world.ts";

const DAY = { from: MONDAY, to: MONDAY + 24 * HOUR };

test("lists by id or key are narrowed by provider, service and free time, in the requested order", async () => {
  const salon = await openSalon();
  const { businessId, providerId, serviceId } = salon;
  const idle = await createProvider(salon, { key: "idle" });
  const both = await createService(salon, { key: "both", providers: [{ providerId }, { providerId: idle }] });
  const other = await createService(salon, { key: "other", providers: [{ providerId: idle }] });
  const params = { businessId };
  const list = async (query: Record<string, string | number>) =>
    (await ok(services.listServices, { params, query })).items.map(({ id }) => id);
  const ids = [serviceId, other, both].join(",");
  expect(await list({ ids })).toEqual([serviceId, other, both]);
  expect(await list({ ids, limit: 1, sortField: "key" })).toEqual([both, serviceId, other]);
  expect(await list({ ids, providerId })).toEqual([serviceId, both]);
  expect(await list({ key: "other", providerId })).toEqual([]);
  expect(await list({ key: "other", ids: both })).toEqual([]);
  expect(await list({ providerId: idle })).toEqual([other, both]);
  expect(await list({ ...DAY, providerId: idle })).toEqual([]);
  // A service without a price is free.
  expect(await list({ priceTo: 4999 })).toEqual([other, both]);
  const query = { ids: [idle, providerId].join(","), serviceId };
  expect((await ok(providers.listProviders, { params, query })).items.map(({ id }) => id)).toEqual([
    providerId,
  ]);
});

test("a filtered list continues where its page ended, whatever the filter", async () => {
  const salon = await openSalon({ service: { prices: [{ market: "eu", amount: 5 }] } });
  const { businessId, providerId, serviceId } = salon;
  const second = await createService(salon, { key: "cut-2", providers: [{ providerId }] });
  const filters = { query: "cut", statuses: "ACTIVE", matchAll: "true", priceTo: 5, ...DAY };
  for (const filter of [...Object.entries(filters), ["providerId", providerId], ["sortField", "key"]]) {
    const query = { ...Object.fromEntries([filter]), from: DAY.from, sortDirection: "desc", limit: 1 };
    const ids = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = { params: { businessId }, query: cursor ? { ...query, cursor } : query };
      const found = await ok(services.listServices, page);
      ids.push(...found.items.map(({ id }) => id));
      cursor = found.cursor;
    }
    expect([filter, ids]).toEqual([filter, [second, serviceId]]);
  }
});

test("unpublished providers are hidden from the public, whose cursors are not a member's", async () => {
  const salon = await openSalon();
  const { businessId, serviceId, owner } = salon;
  const hours = { workingTime: { workingDays: OPENING_HOURS } };
  const hidden = await createProvider(salon, {
    key: "hidden",
    access: "private",
    serviceIds: [serviceId],
    ...hours,
  });
  const draft = await createService(salon, {
    key: "soon",
    status: "DRAFT",
    providers: [{ providerId: salon.providerId }],
  });
  const [viewer, customer] = [await member(businessId, "viewer"), await somebody()];
  const params = { businessId, serviceId };
  const seen = async (as?: typeof viewer) => {
    const connections = await ok(services.listServiceProviders, { params, as });
    const slots = await ok(schedules.listAvailableSlots, { params, as, query: DAY });
    const one = await ok(services.getService, { params, as });
    const { items } = await ok(services.listServices, {
      params: { businessId },
      as,
      query: { ids: serviceId },
    });
    return [connections, slots, one.providers, items[0]?.providers ?? []].map((list) =>
      list.some(({ providerId }) => providerId === hidden),
    );
  };
  expect(await seen()).toEqual(Array(4).fill(false));
  expect(await seen(customer)).toEqual(Array(4).fill(false));
  expect(await seen(viewer)).toEqual(Array(4).fill(true));
  const part = { serviceId, providerId: hidden, startTime: MONDAY + 8 * HOUR };
  const body = { paymentMethod: "cash", parts: [part] };
  expect((await refused(reservations.checkoutReservation, { as: customer, body })).error).toBe(
    "RESERVATION.FAILED_CREATE",
  );
  await ok(reservations.checkoutReservation, { as: owner, body });
  const query = { serviceIds: draft };
  const at = { businessId, providerId: salon.providerId };
  expect((await ok(schedules.getWorkingTime, { params: at, query })).services).toEqual([]);
  const paged = { serviceId, limit: 1 };
  const page = await ok(providers.listProviders, { params: { businessId }, as: viewer, query: paged });
  const next = { ...paged, cursor: page.cursor ?? "none" };
  await ok(providers.listProviders, { params: { businessId }, as: viewer, query: next });
  expect((await refused(providers.listProviders, { params: { businessId }, query: next })).status).toBe(400);
});

test("a draft or private service has no price for the public", async () => {
  const salon = await openSalon({ service: { status: "DRAFT" } });
  const { businessId, serviceId, providerId, owner: as } = salon;
  const body = { parts: [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }] };
  const { quotePayment } = payments;
  expect((await refused(quotePayment, { body })).error).toBe("RESERVATION.FAILED_CREATE");
  await ok(services.updateService, {
    params: { businessId, serviceId },
    as,
    body: { status: "ACTIVE", access: "private" },
  });
  expect((await refused(quotePayment, { body })).error).toBe("RESERVATION.FAILED_CREATE");
  expect((await ok(quotePayment, { as, body })).total).toBe(5000);
});

test("a reply that is sent back with a change in the older form is that change", async () => {
  const { businessId, serviceId, owner: as } = await openSalon();
  const params = { businessId, serviceId };
  const change = async (more: object) => {
    const reply = await ok(services.getService, { params, as });
    return ok(services.updateService, { params, as, body: { ...reply, ...more } as object });
  };
  expect(await change({})).toMatchObject({ prices: [{ market: "eu", amount: 5000 }], duration: 3600 });
  const pricing = { markets: [{ marketId: "eu", currency: "EUR", price: 6000 }] };
  expect((await change({ pricing })).prices).toEqual([{ market: "eu", amount: 6000, currency: "EUR" }]);
  expect((await change({ prices: [{ market: "eu", amount: 7000 }] })).pricing.markets).toMatchObject([
    { price: 7000 },
  ]);
  expect((await change({ duration: 1800 })).durations).toEqual([{ duration: 30, isPause: false }]);
  expect((await change({ statuses: [{ status: "draft" }] })).status).toBe("DRAFT");
  expect((await change({ providerIds: [] })).providers).toEqual([]);
  const unknown = { params, as, body: { statuses: [{ status: "published" }] } };
  expect((await refused(services.updateService, unknown)).status).toBe(400);
});

test("two records of the older form may share a name, and a provider lists a service once", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const body = { name: "Crème Brûlée" };
  const [one, other] = [
    await ok(services.createService, { params, as, body }),
    await ok(services.createService, { params, as, body }),
  ];
  expect([one.key, other.key]).toEqual(["creme-brulee", `creme-brulee-${other.id.slice(4)}`]);
  const twice = { key: "dup", serviceIds: [one.id, one.id] };
  expect((await refused(providers.createProvider, { params, as, body: twice })).status).toBe(400);
});

async function createProvider(
  { businessId, owner: as }: Salon,
  body: { key: string } & Record<string, unknown>,
): Promise<string> {
  return (await ok(providers.createProvider, { params: { businessId }, as, body })).id;
}

async function createService(
  { businessId, owner: as }: Salon,
  body: { key: string } & Record<string, unknown>,
): Promise<string> {
  return (await ok(services.createService, { params: { businessId }, as, body })).id;
}
