// Random bookings of a store, with the figures expected of each.

import type { Actor } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newReservation, reservationReplacement } from "#lib/booking/reservations/record.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import type { Random } from "#test/support/random.ts";
import { personActor, testContext } from "#test/support/world.ts";
import { amountsBySplit, durationClass, type FigureChange } from "./expected-figures.ts";

const HOUR = 3600;
const PRICE = 1000;
const TAX = 160;

export interface BookingModel {
  kind: "booking";
  id: string;
  isBusy: boolean;
  changes: FigureChange[];
  state: "held" | "booked" | "over";
  parts: { id: string; provider: string; start: number; isGone: boolean }[];
  outcome: "due" | "completed" | "no_shows";
}

const contextAt = (at: number, actor?: Actor) =>
  testContext({ now: () => at, clock: () => at, ...(actor ? { actor } : {}) });

export async function makeBooking(businessId: string, random: Random, at: number): Promise<BookingModel> {
  const parts = Array.from({ length: 1 + random.int(3) }, (_, index) => ({
    ...{ id: `part_${index}`, provider: `prov_${random.int(2)}`, isGone: false },
    start: at + (1 + random.int(200)) * HOUR,
  }));
  const id = newId("rsv");
  const total = PRICE * parts.length;
  const sums = { subtotal: total, discount: 0, tax: TAX * parts.length, total };
  const record = newReservation(
    contextAt(at, personActor("acc_customer")),
    {},
    {
      ...{ id, businessId, customerId: "acc_customer", market: "eu", currency: "EUR", status: "CREATED" },
      parts: parts.map(reservationPartOf),
      payment: {
        ...{ id: null, type: "cash", paymentMethodId: null, provider: null, status: "none", market: "eu" },
        ...{ currency: "EUR", ...sums, captured: 0, refunded: 0, refundPending: 0, promoCode: null },
        ...{ test: false, movements: [] },
      },
      ...{ total, promoCode: null, isApprovalRequired: false, holdExpiresAt: null },
    },
  );
  await transact(testContext(), [reservations.create(record)]);
  return { kind: "booking", id, isBusy: true, changes: [], state: "held", parts, outcome: "due" };
}

function reservationPartOf({
  id,
  provider,
  start,
}: BookingModel["parts"][number]): Reservation["parts"][number] {
  return {
    ...{ id, serviceId: "svc", providerId: provider, startTime: start, endTime: start + HOUR, price: PRICE },
    ...{ blocks: [], work: [{ start, end: start + HOUR }], serviceName: "", providerName: "" },
  };
}

export async function changeBooking(businessId: string, one: BookingModel, random: Random, at: number) {
  const before = await reservations.get({ businessId, id: one.id }, GENERAL.NOT_FOUND());
  const by = random.pick(["customer", "staff", "system"] as const);
  const actor = by === "system" ? undefined : personActor(by === "staff" ? "acc_staff" : "acc_customer");
  const left = one.parts.filter(({ isGone }) => !isGone);
  const write = (change: Partial<Reservation>) =>
    transact(
      testContext(),
      reservationReplacement(contextAt(at, actor), before, { ...before, ...change, updatedAt: at }).writes,
    );
  const chance = random.int(5);
  if (one.state === "held") {
    await write({ status: "CONFIRMED" });
    one.state = "booked";
    for (const part of one.parts)
      one.changes.push(
        appointmentChange(part, at, {
          booked: 1,
          ...durationClass("lead_time", Math.max(0, part.start - at)),
        }),
      );
    one.changes.push(bookingSale(one, at));
  } else if (one.state === "over" || (one.outcome !== "due" && chance > 0)) return;
  else if (chance === 0 && one.outcome === "due") {
    await write({ status: "CANCELLED" });
    one.state = "over";
    for (const part of left)
      one.changes.push(appointmentChange(part, at, { [`cancelled_by_${by}`]: 1 }), bookingWriteOff(part, at));
    one.changes.push(salesChange(at, { cancelled_orders: 1 }));
  } else if (chance === 1 && left.length > 1) {
    const part = random.pick(left);
    part.isGone = true;
    await write({ parts: before.parts.filter(({ id }) => id !== part.id) });
    one.changes.push(appointmentChange(part, at, { [`cancelled_by_${by}`]: 1 }), bookingWriteOff(part, at));
  } else if (chance === 2) {
    const part = random.pick(left);
    part.start += HOUR;
    await write({
      parts: before.parts.map((each) => (each.id === part.id ? reservationPartOf(part) : each)),
    });
    one.changes.push(appointmentChange(part, at, { moved: 1 }));
  } else if (chance === 3 && one.outcome === "due") {
    one.outcome = random.pick(["completed", "no_shows"]);
    await write({ status: one.outcome === "completed" ? "COMPLETED" : "NO_SHOW" });
  }
}

function appointmentChange(
  { provider }: { provider: string },
  at: number,
  amounts: FigureChange["amounts"],
): FigureChange {
  return {
    family: "appointments",
    at,
    group: "",
    amounts,
    of: amountsBySplit({ provider, service: "svc" }, amounts),
  };
}

const SALES_SPLITS = { country: "", source: "direct", channel: "storefront", payment_method: "cash" };

function salesChange(
  at: number,
  amounts: FigureChange["amounts"],
  more: FigureChange["of"] = [],
): FigureChange {
  return {
    family: "sales",
    at,
    group: "eu|EUR",
    amounts,
    of: [...amountsBySplit(SALES_SPLITS, amounts), ...more],
  };
}

function bookingSale({ parts }: BookingModel, at: number): FigureChange {
  const of = (count: number) => ({
    ...{ orders: 1, units: count, gross: PRICE * count, tax: TAX * count, total: PRICE * count },
  });
  const providers = [...new Set(parts.map(({ provider }) => provider))].map((id) => ({
    ...{ split: "provider", id, amounts: of(parts.filter(({ provider }) => provider === id).length) },
  }));
  return salesChange(at, of(parts.length), [
    ...providers,
    ...amountsBySplit({ service: "svc" }, of(parts.length)),
  ]);
}

function bookingWriteOff({ provider }: { provider: string }, at: number): FigureChange {
  const amounts = { write_offs: PRICE, write_off_tax: TAX, returned_units: 1 };
  return salesChange(at, amounts, amountsBySplit({ provider, service: "svc" }, amounts));
}

/** The booking's changes, and one more on the day of each appointment that was not cancelled. */
export function changesOfBooking({ changes, state, parts, outcome }: BookingModel): FigureChange[] {
  if (state !== "booked") return changes;
  const stands = parts.filter(({ isGone }) => !isGone);
  return [
    ...changes,
    ...stands.map((part) => {
      const ended = outcome === "due" ? {} : { [outcome]: 1 };
      return appointmentChange(part, part.start, { standing: 1, minutes_booked: 60, ...ended });
    }),
  ];
}
