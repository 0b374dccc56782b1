import { expect, test } from "vitest";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { DAY } from "#core/seconds.ts";
import { reservationLife } from "#lib/booking/reservations/lifecycle.ts";
import { newReservation } from "#lib/booking/reservations/record.ts";
import { type Part, type Reservation, STATUSES, type Status } from "#lib/booking/reservations/schema.ts";
import { dueOf, timeChanges } from "#lib/booking/reservations/states.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";
import { testContext } from "#test/support/world.ts";

const NOW = 1_790_000_000;
const START = NOW + 3 * DAY;
const HOUR = 3600;

const part = (id: string, startTime = START): Part => ({
  id,
  serviceId: "svc_1",
  providerId: "prv_1",
  startTime,
  endTime: startTime + HOUR,
  price: 1000,
  blocks: [],
  work: [{ start: startTime, end: startTime + HOUR }],
  serviceName: "Cut",
  providerName: "Ada",
});

const cashHold = { name: "bookings#customer#1", units: 1 };

function reservation(status: Status, more: Partial<Reservation> = {}): Stored<Reservation> {
  const ctx = testContext({ now: () => NOW });
  const made = newReservation(
    ctx,
    {},
    {
      id: "rsv_1",
      businessId: "store_1",
      customerId: null,
      market: "eu",
      currency: "EUR",
      status,
      parts: [part("part_1"), part("part_2", START + HOUR)],
      payment: null,
      total: 2000,
      promoCode: null,
      isApprovalRequired: false,
      holdExpiresAt: status === "CREATED" || status === "PENDING" ? NOW + 900 : null,
    },
  );
  return { ...made, ...more, [VERSION]: 1 };
}

const bothIds = new Set(["part_1", "part_2"]);

test("every transition of a reservation has the outcome that its table declares", () => {
  const wrong = wrongTransitions(reservationLife, {
    snapshots: (state) =>
      STATUSES.filter((status) => status === state).flatMap((status) =>
        [false, true].flatMap((isApprovalRequired) =>
          [false, true].flatMap((isTimeGone) =>
            [NOW, NOW + 900].map((now) => ({
              reservation: reservation(status, { isApprovalRequired }),
              now,
              isTimeGone,
            })),
          ),
        ),
      ),
    events: [
      { type: "reopened" },
      { type: "requested" },
      { type: "authorized" },
      { type: "confirmed" },
      { type: "completed" },
      { type: "missed" },
      { type: "cancelled" },
      { type: "failed" },
      { type: "changed", change: { said: { name: "Grace" } } },
      { type: "rescheduled", parts: [part("part_1", START + DAY)], total: 1000 },
      { type: "payment received" },
      { type: "payment authorized" },
      { type: "payment failed" },
      { type: "payment pending" },
      { type: "became due" },
      { type: "order confirmed" },
      { type: "order reinstated" },
      { type: "hold extended", until: NOW + 1800 },
      { type: "order failed" },
      { type: "parts cancelled", partIds: new Set(["part_2"]) },
      { type: "parts cancelled", partIds: bothIds },
    ],
  });
  expect(wrong).toEqual([]);
});

/** The new status for each state of the payment, as `without/with` if approval by staff makes a difference. */
const OUTCOMES: Partial<Record<Status, Record<string, string>>> = {
  CREATED: {
    waits: "CREATED",
    lapsed: "FAILED",
    promised: "AUTHORIZED/PENDING",
    paid: "CONFIRMED/PENDING",
    gone: "FAILED",
    lost: "FAILED",
  },
  PENDING: {
    waits: "PENDING",
    lapsed: "CANCELLED",
    promised: "PENDING",
    paid: "PENDING",
    gone: "PENDING",
    lost: "FAILED",
  },
  AUTHORIZED: {
    waits: "AUTHORIZED",
    lapsed: "AUTHORIZED",
    promised: "AUTHORIZED",
    paid: "CONFIRMED/AUTHORIZED",
    gone: "CONFIRMED/AUTHORIZED",
    lost: "FAILED",
  },
};

const PAYMENT_EVENTS = {
  waits: { type: "payment pending" },
  lapsed: { type: "payment pending" },
  promised: { type: "payment authorized" },
  paid: { type: "payment received" },
  gone: { type: "payment received" },
  lost: { type: "payment failed" },
} as const;

const CASES = STATUSES.flatMap((status) =>
  Object.keys(PAYMENT_EVENTS).map((news) => [status, news, OUTCOMES[status]?.[news] ?? status] as const),
);

test.each(CASES)("a reservation that is %s, with a payment that is %s, becomes %s", (status, news, next) => {
  const [direct, approved = direct] = next.split("/");
  for (const isApprovalRequired of [false, true]) {
    const snapshot = {
      reservation: reservation(status, { isApprovalRequired }),
      now: news === "lapsed" ? NOW + 900 : NOW + 899,
      isTimeGone: news === "gone",
    };
    const { record } = reservationLife.transition(
      snapshot,
      PAYMENT_EVENTS[news as keyof typeof PAYMENT_EVENTS],
    );
    expect(record.status).toBe(isApprovalRequired ? approved : direct);
  }
});

test("a hold ends with its status, a cash count with the booking, and the due time follows", () => {
  const { remindedAt, ...held } = reservation("CREATED", { cashHolds: [cashHold] });
  const before = { ...held, remindedAt };
  expect(dueOf(before)).toBe(NOW + 900);
  const after = (type: "confirmed" | "cancelled") =>
    reservationLife.transition({ reservation: before, now: NOW }, { type }).record;
  expect(after("confirmed")).toMatchObject({ holdExpiresAt: null, cashHolds: [cashHold], remindedAt: null });
  expect(dueOf(after("confirmed"))).toBe(START - DAY);
  expect(after("cancelled")).toMatchObject({ holdExpiresAt: null, cashHolds: [] });
  expect(dueOf(after("cancelled"))).toBeNull();
});

test("a customer is reminded once for each time, and never of one less than a day away", () => {
  const confirmed = reservation("CONFIRMED", { cashHolds: [cashHold] });
  const due = (record: Stored<Reservation>, now: number) =>
    reservationLife.transition({ reservation: record, now }, { type: "became due" });
  expect(due(confirmed, START - DAY - 1)).toEqual({ record: confirmed });
  const reminded = due(confirmed, START - DAY);
  expect(reminded).toMatchObject({ mails: "reminder", record: { remindedAt: START - DAY } });
  expect(dueOf(reminded.record)).toBe(START + 2 * HOUR);
  expect(due(reminded.record, START)).toEqual({ record: reminded.record });
  const over = due(reminded.record, START + 2 * HOUR);
  expect(over.mails).toBeUndefined();
  expect([over.record.cashHolds, dueOf(over.record)]).toEqual([[], null]);
  const moved = (to: number, now: number) =>
    reservationLife.transition(
      { reservation: reminded.record, now },
      { type: "rescheduled", parts: [part("part_1", to)], total: 1000 },
    ).record;
  expect(moved(START + DAY, NOW)).toMatchObject({ remindedAt: null, movedAt: NOW, startTime: START + DAY });
  expect(moved(START + HOUR, START)).toMatchObject({ remindedAt: START, movedAt: START });
});

test("which time a change frees, takes and keeps follows from the state before and after", () => {
  const times = (before: Stored<Reservation>, after: Partial<Reservation>) => {
    const { frees, takes, keeps, until } = timeChanges(before, { ...before, ...after });
    const ids = (parts: Part[]) => parts.map(({ id }) => id).join(" ");
    return [ids(frees), ids(takes), ids(keeps), until];
  };
  const [held, firm, over] = [reservation("CREATED"), reservation("CONFIRMED"), reservation("FAILED")];
  const one = [part("part_1"), part("part_2", START + DAY)];
  expect(times(held, {})).toEqual(["", "", "", NOW + 900]);
  expect(times(held, { status: "CONFIRMED", holdExpiresAt: null })).toEqual(["", "", "part_1 part_2", 0]);
  expect(times(held, { status: "FAILED", holdExpiresAt: null })).toEqual(["part_1 part_2", "", "", 0]);
  const later = { holdExpiresAt: NOW + 1800 };
  expect(times(held, later)).toEqual(["part_1 part_2", "part_1 part_2", "", NOW + 1800]);
  expect(times(held, { parts: one })).toEqual(["part_2", "part_2", "", NOW + 900]);
  expect(times(firm, { parts: one.slice(0, 1) })).toEqual(["part_2", "", "", 0]);
  expect(times(firm, { status: "CANCELLED" })).toEqual(["part_1 part_2", "", "", 0]);
  expect(times(firm, { status: "COMPLETED" })).toEqual(["", "", "", 0]);
  expect(times(over, { status: "CONFIRMED" })).toEqual(["", "part_1 part_2", "", 0]);
});

test("money for an ended booking is refunded unless it was confirmed or its money is kept", () => {
  const entry = { id: "st_1", status: "CONFIRMED", changedBy: "SYSTEM" as const, timestamp: NOW };
  const back = (more: Partial<Reservation>, status: Status = "CANCELLED") =>
    reservationLife.transition(
      { reservation: reservation(status, more), now: NOW },
      { type: "payment received" },
    ).givesBack ?? false;
  expect([back({}), back({}, "FAILED")]).toEqual([true, true]);
  expect([back({ statuses: [entry] }), back({ notRefunded: ["part_1"] }), back({}, "NO_SHOW")]).toEqual([
    false,
    false,
    false,
  ]);
});
