import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { member, somebody } from "#test/support/world.ts";

/** Books an hour of a Monday as staff; returns the reservation's id. */
async function book({ businessId, owner, serviceId, providerId }: Salon, hour: number, more = {}) {
  const parts = [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }];
  const made = await ok(businessReservations.createBusinessReservation, {
    params: { businessId },
    as: owner,
    body: { parts, ...more },
  });
  return made.id;
}

test("reservations of a time are listed in the requested order, page by page", async () => {
  const salon = await openSalon();
  const { businessId, owner } = salon;
  const late = await book(salon, 14);
  const early = await book(salon, 9);
  const middle = await book(salon, 11);
  const beyond = await book(salon, 24 + 9);
  const list = async (query: Record<string, string | number>) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; cursor: string | null } = await ok(
        businessReservations.listBusinessReservations,
        { params: { businessId }, as: owner, query: { ...query, ...(cursor ? { cursor } : {}) } },
      );
      found.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    return found;
  };
  const day = { from: MONDAY + 8 * HOUR, to: MONDAY + 24 * HOUR };
  expect(await list(day)).toEqual([early, middle, late]);
  for (const limit of [1, 2, 20]) {
    for (const sortField of ["createdAt", "updatedAt"]) {
      expect(await list({ ...day, sortField, sortOrder: "asc", limit })).toEqual([late, early, middle]);
      expect(await list({ ...day, sortField, sortOrder: "desc", limit })).toEqual([middle, early, late]);
    }
  }
  expect(await list({ from: MONDAY + 24 * HOUR, sortField: "createdAt" })).toEqual([beyond]);
  const params = { businessId };
  const first = { params, as: owner, query: { ...day, sortField: "createdAt", limit: 1 } } as const;
  const { cursor } = await ok(businessReservations.listBusinessReservations, first);
  const elsewhere = { ...first, query: { ...first.query, to: MONDAY + 12 * HOUR, cursor: cursor ?? "" } };
  expect((await refused(businessReservations.listBusinessReservations, elsewhere)).status).toBe(400);
});

test("a search finds bookings that the caller may READ, and the caller's own elsewhere", async () => {
  const one = await openSalon();
  const other = await openSalon();
  const foreign = await openSalon();
  const staff = await member(one.businessId, "viewer");
  const made = [await book(one, 9), await book(one, 10)];
  const own = await book(foreign, 9, { customerId: staff.id });
  await book(other, 9);
  await book(foreign, 10);
  const search = async (query: Record<string, string | number>, as = staff) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; cursor: string | null } = await ok(
        reservations.searchReservations,
        { as, query: { ...query, ...(cursor ? { cursor } : {}) } },
      );
      found.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    return found.sort();
  };
  const all = [...made, own].sort();
  expect(await search({})).toEqual(all);
  expect(await search({ limit: 1 })).toEqual(all);
  expect(await search({ status: "CONFIRMED" })).toEqual(all);
  expect(await search({ status: "CANCELLED" })).toEqual([]);
  expect(await search({ startTime: MONDAY + 10 * HOUR, endTime: MONDAY + 11 * HOUR })).toEqual([made[1]]);
  expect(await search({ providerId: one.providerId })).toEqual([...made].sort());
  expect(await search({}, await somebody())).toEqual([]);
  expect(await search({}, one.owner)).toEqual([...made].sort());
});

test("the older form records past appointments: completed, or no-show", async () => {
  const salon = await openSalon();
  const { businessId, owner, serviceId, providerId } = salon;
  for (const [hour, status] of [
    [9, "COMPLETED"],
    [10, "NO_SHOW"],
  ] as const) {
    const past = MONDAY - 364 * 24 * HOUR * 8 + hour * HOUR;
    const made = await ok(reservations.createReservation, {
      as: owner,
      body: {
        parts: [{ serviceId, providerId, startTime: past }],
        statuses: [{ status: "CONFIRMED" }, { status }],
      },
    });
    expect(made).toMatchObject({ status, businessId, startTime: past });
  }
  const current = {
    as: owner,
    body: { parts: [{ serviceId, providerId, startTime: MONDAY + 12 * HOUR }], status: "COMPLETED" },
  };
  expect((await refused(reservations.createReservation, current)).error).toBe("RESERVATION.INVALID_STATUS");
});

test("blocks of a booking get an id, properties and a list of values by default", async () => {
  const salon = await openSalon();
  const id = await book(salon, 9, {
    blocks: [
      { key: "note", type: "text", value: "window seat" },
      { key: "customer", type: "FORM", value: { email: "Ada@Example.com", firstName: "Ada" } },
    ],
  });
  const found = await ok(businessReservations.getBusinessReservation, {
    params: { businessId: salon.businessId, reservationId: id },
    as: salon.owner,
  });
  expect(found.blocks).toMatchObject([
    { key: "note", type: "TEXT", properties: {}, value: ["window seat"] },
    { key: "customer", type: "FORM", properties: {}, value: [{ firstName: "Ada" }] },
  ]);
  expect(found.blocks.every((block) => /^block_/.test(block.id))).toBe(true);
  expect(found).toMatchObject({ name: "Ada" });
});
