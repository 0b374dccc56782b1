import { expect, test } from "vitest";
import { updateReservation } from "#lib/booking/reservations/change.ts";
import { STATUSES, type Status } from "#lib/booking/reservations/schema.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { holdsTime } from "#lib/booking/reservations/states.ts";
import { orderPaymentBalance } from "#lib/commerce/orders/payable.ts";
import { ledgerOf } from "#test/support/bookings.ts";
import { inParallel } from "#test/support/random.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { personActor, testContext } from "#test/support/world.ts";

const STAFF = personActor("acc_staff");

/** Statuses that staff may set from each status; a move changes the time. All others are refused. */
const ALLOWED: Record<Status, string> = {
  CREATED: "PENDING AUTHORIZED CONFIRMED CANCELLED FAILED move",
  PENDING: "AUTHORIZED CONFIRMED CANCELLED FAILED move",
  AUTHORIZED: "CONFIRMED CANCELLED FAILED move",
  CONFIRMED: "COMPLETED CANCELLED NO_SHOW move",
  COMPLETED: "",
  CANCELLED: "",
  FAILED: "",
  NO_SHOW: "",
};

/** The status to create a reservation with, and the one to set then, so that it has each status. */
const PATH_TO_STATUS: Record<Status, [Status, Status?]> = {
  CREATED: ["CREATED"],
  PENDING: ["PENDING"],
  AUTHORIZED: ["AUTHORIZED"],
  CONFIRMED: ["CONFIRMED"],
  COMPLETED: ["CONFIRMED", "COMPLETED"],
  CANCELLED: ["CONFIRMED", "CANCELLED"],
  FAILED: ["PENDING", "FAILED"],
  NO_SHOW: ["CONFIRMED", "NO_SHOW"],
};

const EVENT_OF_STATUS: Partial<Record<string, string>> = {
  CONFIRMED: "reservation.confirmed",
  CANCELLED: "reservation.cancelled",
};

const PAIRS = STATUSES.flatMap((from) => [...STATUSES, "move"].map((event) => ({ from, event })));

test("notes can be added in every status and leave status, time and history unchanged", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const ctx = testContext({ actor: STAFF });
  await inParallel(STATUSES.length, 4, async (index) => {
    const status = STATUSES[index] ?? "CREATED";
    const [begin, then] = PATH_TO_STATUS[status];
    const part = { serviceId, providerId, startTime: MONDAY + (24 * index + 8) * HOUR, endTime: undefined };
    const { id } = await createReservation(ctx, { parts: [part], status: begin }, businessId);
    if (then) await updateReservation(ctx, { id, businessId }, { status: then }, orderPaymentBalance);
    const before = await ledgerOf(businessId, id);
    const note = { id: "note", key: "note", type: "TEXT", properties: {}, value: ["by the window"] };
    const after = await updateReservation(ctx, { id, businessId }, { blocks: [note] }, orderPaymentBalance);
    expect(after.blocks).toEqual([note]);
    const events = [...before.events, "reservation.updated"].sort();
    expect(await ledgerOf(businessId, id), status).toEqual({ ...before, events });
  });
});

test("every allowed event on every status takes effect, and all others change nothing", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const ctx = testContext({ actor: STAFF });
  const part = (hour: number) => ({
    serviceId,
    providerId,
    startTime: MONDAY + hour * HOUR,
    endTime: undefined,
  });
  await inParallel(PAIRS.length, 8, async (index) => {
    const { from, event } = PAIRS[index] ?? { from: "CREATED", event: "move" };
    const [begin, then] = PATH_TO_STATUS[from];
    // Each pair has its own day, so that they do not wait for each other.
    const [first, second] = [24 * index + 8, 24 * index + 10];
    const { id } = await createReservation(ctx, { parts: [part(first)], status: begin }, businessId);
    if (then) await updateReservation(ctx, { id, businessId }, { status: then }, orderPaymentBalance);
    const before = await ledgerOf(businessId, id);
    const to = STATUSES.find((status) => status === event);
    const input = to ? { status: to } : { parts: [part(second)] };
    const outcome = await updateReservation(ctx, { id, businessId }, input, orderPaymentBalance).catch(
      (error: unknown) => error,
    );
    const after = await ledgerOf(businessId, id);
    const pair = `${from} and ${event}`;
    if (!ALLOWED[from].split(" ").includes(event) && event !== from) {
      expect(outcome, pair).toMatchObject({ code: "RESERVATION.INVALID_STATUS", status: 409 });
      expect(after, pair).toEqual(before);
      return;
    }
    const next = to ?? from;
    const at = event === "move" ? second : first;
    expect(after.status, pair).toBe(next);
    expect(after.booked, pair).toEqual(
      holdsTime(next) ? [{ from: at, to: at + 1, firm: next !== "CREATED" }] : [],
    );
    const types = event === from ? [] : [EVENT_OF_STATUS[event] ?? "reservation.updated"];
    expect(after.events, pair).toEqual([...before.events, ...types].sort());
  });
});
