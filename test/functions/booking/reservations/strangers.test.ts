import { expect, inject, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { checkSvgComplexity } from "#lib/content/media/svg.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { mailsTo, member, somebody } from "#test/support/world.ts";

test("only callers who may READ a business see the ids of its staff", async () => {
  const { businessId, serviceId, providerId, owner } = await openSalon();
  const params = { businessId, serviceId };
  const anonymous = await ok(services.getService, { params });
  expect(JSON.stringify(anonymous)).not.toContain(owner.id);
  const listed = await ok(services.listServices, { params: { businessId } });
  expect(JSON.stringify(listed)).not.toContain(owner.id);
  const stranger = await ok(services.getService, { params, as: await somebody() });
  expect(JSON.stringify(stranger)).not.toContain(owner.id);
  const staff = await ok(services.getService, { params, as: owner });
  expect(staff.statuses.at(-1)?.userId).toBe(owner.id);
  const place = { params: { businessId, providerId } };
  await ok(providers.updateProvider, { ...place, as: owner, body: { userId: owner.id } });
  expect(JSON.stringify(await ok(providers.getProvider, place))).not.toContain(owner.id);
  const { items } = await ok(providers.listProviders, { params: { businessId } });
  expect(items.map(({ userId }) => userId)).toEqual([null]);
  expect(await ok(providers.getProvider, { ...place, as: owner })).toMatchObject({ userId: owner.id });
});

test("every path hides the ids of staff from a customer and shows them to staff", async () => {
  const { businessId, serviceId, providerId, owner } = await openSalon();
  const customer = await somebody();
  const parts = [{ serviceId, providerId, startTime: MONDAY + 9 * HOUR }];
  const body = { businessId, customerId: customer.id, parts };
  const { id } = await ok(reservations.createReservation, { as: owner, body });
  const colleague = await member(businessId, "viewer");
  const ways = (as: { token: string }) => [
    ok(reservations.getReservation, { params: { reservationId: id }, as }),
    ok(businessReservations.getBusinessReservation, { params: { businessId, reservationId: id }, as }),
  ];
  for (const seen of await Promise.all(ways(customer))) {
    expect(seen.statuses.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen)).not.toContain(owner.id);
  }
  const { items } = await ok(reservations.listMyReservations, { as: customer });
  expect(items.map((each) => each.id)).toEqual([id]);
  expect(JSON.stringify(items)).not.toContain(owner.id);
  for (const seen of await Promise.all([...ways(colleague), ...ways(owner)]))
    expect(seen.statuses[0]?.userId).toBe(owner.id);
});

test("a person whom staff name as customer gets no mail before an own booking", async () => {
  const { businessId, serviceId, providerId, owner } = await openSalon();
  const customer = await somebody();
  const book = (as: { token: string }, hour: number) =>
    ok(reservations.createReservation, {
      as,
      body: {
        businessId,
        ...(as === owner ? { customerId: customer.id } : {}),
        parts: [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }],
      },
    });
  await book(owner, 9);
  await waitForWorkers();
  expect(await mailsTo(customer.email)).toHaveLength(0);
  await book(customer, 11);
  await book(owner, 13);
  await waitForWorkers();
  expect((await mailsTo(customer.email)).length).toBeGreaterThanOrEqual(2);
});

test("a drawing with too many filter passes is refused, and one with shadows is not", () => {
  const filters = (count: number) =>
    `<filter id="f">${"<feGaussianBlur stdDeviation='9'/>".repeat(count)}</filter>`;
  const nested = `<svg xmlns="http://www.w3.org/2000/svg">${filters(20)}${'<g filter="url(#f)">'.repeat(20)}<rect/>${"</g>".repeat(20)}</svg>`;
  expect(() => checkSvgComplexity(nested)).toThrow("filters too much");
  const ruled = `<svg><style>rect{filter:url(#f)}</style>${filters(2)}${"<rect/>".repeat(200)}</svg>`;
  expect(() => checkSvgComplexity(ruled)).toThrow("filters too much");
  const shadows = `<svg>${filters(3)}${'<rect filter="url(#f)"/>'.repeat(10)}</svg>`;
  expect(() => checkSvgComplexity(shadows)).not.toThrow();
});

test("no page of another site changes anything in the local stack", async () => {
  const { api } = inject("addresses");
  // Nothing is due yet at second 60 of the Unix epoch.
  const tick = (origin: string) =>
    fetch(`${api}/_local/tick?time=60`, { method: "POST", headers: { origin } });
  expect((await tick("https://evil.example")).status).toBe(403);
  expect((await tick(api)).status).toBe(200);
});
