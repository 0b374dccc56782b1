import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { partsAt } from "#test/support/dates.ts";
import { HOUR, MONDAY, OPENING_HOURS, openSalon } from "#test/support/salon.ts";

test("a connection shows effective values, and sending them back keeps them inherited", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon({
    service: { isApprovalRequired: true },
  });
  const [connection] = await ok(services.listServiceProviders, { params: { businessId, serviceId } });
  const counts = {
    prices: [{ market: "eu", amount: 5000, currency: "EUR" }],
    durations: [{ duration: 60, isPause: false }],
    isApprovalRequired: true,
    workingTime: { workingDays: OPENING_HOURS },
  };
  expect(connection).toMatchObject(counts);
  const service = await ok(services.getService, { params: { businessId, serviceId } });
  expect(service.providers).toMatchObject([{ providerId, serviceId, ...counts }]);
  expect((await ok(services.listServices, { params: { businessId } })).items[0]).toEqual(service);
  const params = { businessId, serviceId, connectionId: connection?.id ?? "" };
  await ok(services.updateConnection, { params, as: owner, body: { ...connection } });
  await ok(services.updateService, {
    params: { businessId, serviceId },
    as: owner,
    body: { ...service, prices: [{ market: "eu", amount: 7000 }] },
  });
  const [after] = await ok(services.listServiceProviders, { params: { businessId, serviceId } });
  expect(after?.prices).toEqual([{ market: "eu", amount: 7000, currency: "EUR" }]);
  const own = await ok(services.updateConnection, {
    params,
    as: owner,
    body: { prices: [{ market: "us", amount: 9900 }], isApprovalRequired: false },
  });
  expect(own).toMatchObject({ isApprovalRequired: false });
  expect(own.prices).toEqual([
    { market: "us", amount: 9900, currency: "USD" },
    { market: "eu", amount: 7000, currency: "EUR" },
  ]);
  const again = await ok(services.updateConnection, {
    params,
    as: owner,
    body: { prices: null, isApprovalRequired: null },
  });
  expect(again).toMatchObject({ prices: [{ market: "eu" }], isApprovalRequired: true });
});

test("a price has its market's currency, and names each market once", async () => {
  const { businessId, owner, serviceId } = await openSalon();
  const service = await ok(services.getService, { params: { businessId, serviceId } });
  expect(service.pricing.markets).toEqual([{ marketId: "eu", currency: "EUR", price: 5000 }]);
  const refusals: [string, unknown][] = [
    ["prices[0].market", { prices: [{ market: "moon", amount: 1 }] }],
    [
      "prices[1].market",
      {
        prices: [
          { market: "eu", amount: 1 },
          { market: "eu", amount: 2 },
        ],
      },
    ],
    ["prices[0].currency", { prices: [{ market: "us", amount: 1, currency: "EUR" }] }],
    ["prices[0].currency", { pricing: { markets: [{ marketId: "us", currency: "EUR", price: 1 }] } }],
    ["nodeIds[0]", { nodeIds: [newId("node")] }],
  ];
  for (const [field, fields] of refusals) {
    for (const refusal of [
      await refused(services.createService, {
        params: { businessId },
        as: owner,
        body: { key: "other", ...(fields as object) },
      }),
      await refused(services.updateService, {
        params: { businessId, serviceId },
        as: owner,
        body: fields as object,
      }),
    ]) {
      expect(refusal).toMatchObject({ status: 400, body: { validationErrors: [{ field }] } });
    }
  }
  const [connection] = await ok(services.listServiceProviders, { params: { businessId, serviceId } });
  const ofConnection = await refused(services.updateConnection, {
    params: { businessId, serviceId, connectionId: connection?.id ?? "" },
    as: owner,
    body: { prices: [{ market: "moon", amount: 1 }] },
  });
  expect(ofConnection.status).toBe(400);
});

test("a provider can name only existing nodes and people, or those it named before", async () => {
  const { businessId, owner, providerId } = await openSalon();
  const node = await ok(nodes.createNode, {
    params: { storeId: businessId },
    as: owner,
    body: { key: "salon" },
  });
  const params = { businessId, providerId };
  await ok(providers.updateProvider, { params, as: owner, body: { nodeIds: [node.id], userId: owner.id } });
  await ok(nodes.deleteNode, { params: { storeId: businessId, nodeId: node.id }, as: owner });
  await ok(providers.updateProvider, { params, as: owner, body: { nodeIds: [node.id], userId: owner.id } });
  for (const [field, body] of [
    ["userId", { userId: newId("acc") }],
    ["nodeIds[1]", { nodeIds: [node.id, newId("node")] }],
  ] satisfies [string, object][]) {
    const refusal = await refused(providers.updateProvider, { params, as: owner, body });
    expect(refusal).toMatchObject({ status: 400, body: { validationErrors: [{ field }] } });
  }
});

test("a date written without a time means that date in every time zone", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const business = await ok(businesses.getBusiness, { params: { businessId }, as: owner });
  await ok(businesses.updateBusiness, {
    params: { businessId },
    as: owner,
    body: { ...business, timezone: "America/New_York" },
  });
  const hours = {
    workingDays: [],
    specificDates: [{ date: MONDAY, workingHours: [{ from: 600, to: 660 }] }],
  };
  const changed = await ok(providers.updateProvider, {
    params: { businessId, providerId },
    as: owner,
    body: { workingTime: hours },
  });
  expect(changed.workingTime.specificDates).toEqual([
    { ...partsAt(MONDAY), date: MONDAY, workingHours: [{ from: 600, to: 660 }] },
  ]);
  const slots = await ok(schedules.listAvailableSlots, {
    params: { businessId, serviceId },
    query: { startTime: MONDAY, endTime: MONDAY + 48 * HOUR },
  });
  expect(slots.map(({ startTime }) => startTime)).toEqual([MONDAY + 15 * HOUR]);
  const local = { specificDates: [{ date: MONDAY + 2 * HOUR, workingHours: [] }] };
  const evening = await ok(providers.updateProvider, {
    params: { businessId, providerId },
    as: owner,
    body: { workingTime: local },
  });
  expect(evening.workingTime.specificDates).toMatchObject([partsAt(MONDAY - 24 * HOUR)]);
});
