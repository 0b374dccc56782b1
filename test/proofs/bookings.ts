import assert from "node:assert/strict";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { createProvider } from "#lib/booking/bookables/providers.ts";
import { createService } from "#lib/booking/bookables/services.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { holdsTime, isOpenStatus } from "#lib/booking/reservations/states.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import {
  type BookedTime,
  clipToDay,
  daysOf,
  maxConcurrent,
  partRef,
  unpackDay,
} from "#lib/booking/schedules/packed-days.ts";
import { providerDays } from "#lib/booking/schedules/table.ts";
import { createStore } from "#lib/system/opening/service.ts";
import { itemsOfPartitions, storedEvents } from "#test/support/bookings.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { personActor, type Somebody, somebody, testContext } from "#test/support/world.ts";
import { type Faults, tableFaults } from "./table-faults.ts";

/** 23:00 UTC, so that bookings lie on both sides of midnight UTC. */
const OPENING_TIME = MONDAY + 23 * HOUR;
const SLOT_COUNT = 10;
/** Bookings made before the race, to be moved, confirmed and cancelled. */
const EARLIER_BOOKINGS = 6;
const SLOT_SECONDS = 1800;
const CONCURRENCY = 4;

/** All checkouts share this process, so the function's usual timeout would be too short. */
const CHECKOUT = { ...businessReservations.checkoutBusinessReservation, timeout: 600 };
const UPDATE = { ...businessReservations.updateBusinessReservation, timeout: 600 };

const SLOT_TAKEN_CODE = "RESERVATION.TIME_SLOT_NOT_AVAILABLE";
const CLOSED_CODE = "RESERVATION.INVALID_STATUS";

interface RaceTotals {
  operations: number;
  done: number;
  /** Refusals by error code. */
  refused: Record<string, number>;
  died: number;
  faults: Faults;
}

interface SalonWorld {
  businessId: string;
  serviceId: string;
  providers: { id: string; limit: number }[];
  owner: Somebody;
  customer: Somebody;
}

/**
 * Runs checkouts, confirmations, moves and cancellations of overlapping parts at once, under the faults of `tableFaults`.
 * Throws if active parts ever overlap beyond the provider's limit, if a reservation has only some of its parts, if its
 * events do not match its changes, or if a refusal is anything but a 409 for a taken time or a closed reservation.
 */
export async function raceBookings(random: Random, schedules: number, atOnce: number): Promise<RaceTotals> {
  const faults = tableFaults(random);
  const total: RaceTotals = { operations: 0, done: 0, refused: {}, died: 0, faults: faults.count };
  try {
    await inParallel(schedules, CONCURRENCY, async () => {
      const world = await openSalonWorld(random);
      for (let count = 0; count < EARLIER_BOOKINGS; count++) await checkOutBooking(random, world);
      let racing = true;
      const watched = watchLimits(world, () => racing);
      const operations = Array.from({ length: atOnce }, () =>
        runOperation(random, world, faults.strike, total),
      );
      const [failed] = (await Promise.allSettled(operations)).filter(({ status }) => status === "rejected");
      racing = false;
      await watched;
      if (failed?.status === "rejected") throw failed.reason;
      await checkWorld(world);
    });
  } finally {
    faults.stop();
  }
  return total;
}

type Strike = ReturnType<typeof tableFaults>["strike"];

async function runOperation(
  random: Random,
  world: SalonWorld,
  strike: Strike,
  total: RaceTotals,
): Promise<void> {
  total.operations++;
  const choice = random.int(10);
  const known = choice < 6 ? [] : await allReservations(world);
  const chosen = known[random.int(Math.max(1, known.length))];
  const moves = choice < 8;
  const send = () => {
    if (!chosen) return checkOutBooking(random, world);
    if (moves) return updateBooking(world, chosen, { items: movedParts(random, world, chosen) });
    return updateBooking(world, chosen, { status: choice === 8 ? "CONFIRMED" : "CANCELLED" });
  };
  const { result, crashed } = await strike(send);
  if (result.status < 300) total.done++;
  else if (crashed && result.status === 500) total.died++;
  else {
    const code = await checkRefusal(world, chosen, result);
    total.refused[code] = (total.refused[code] ?? 0) + 1;
  }
}

async function checkRefusal(world: SalonWorld, chosen: Reservation | undefined, reply: DirectReply) {
  const { error }: { error: string } = JSON.parse(reply.body);
  assert.equal(reply.status, 409, `A refusal was ${reply.status} ${reply.body}.`);
  if (error === SLOT_TAKEN_CODE) return error;
  assert.equal(error, CLOSED_CODE, `A refusal was ${reply.body}.`);
  // A reservation that has ended never opens again, so it must still be closed now.
  const after = (await allReservations(world)).find(({ id }) => id === chosen?.id);
  assert.ok(
    after && !isOpenStatus(after.status),
    `${chosen?.id} is ${after?.status}, but was called closed.`,
  );
  return error;
}

function checkOutBooking(
  random: Random,
  { businessId, serviceId, providers, customer }: SalonWorld,
): Promise<DirectReply> {
  const items = Array.from({ length: 1 + random.int(3) }, () => ({
    serviceId,
    providerId: random.pick(providers).id,
    from: randomSlot(random),
  }));
  const body = JSON.stringify({ items, paymentMethodId: random.int(3) === 0 ? "credit_card" : "cash" });
  const { token } = customer;
  return invokeDirect(CHECKOUT, { params: { businessId }, body, token });
}

function updateBooking({ businessId, owner }: SalonWorld, { id: reservationId }: Reservation, body: object) {
  const params = { businessId, reservationId };
  const { token } = owner;
  return invokeDirect(UPDATE, { params, body: JSON.stringify(body), token });
}

// Parts move to another time, and some to the other provider.
function movedParts(random: Random, { providers }: SalonWorld, { parts }: Reservation) {
  return parts.map(({ id, serviceId, providerId }) => ({
    id,
    serviceId,
    providerId: random.chance(0.3) ? random.pick(providers).id : providerId,
    from: randomSlot(random),
  }));
}

// Slots start every half slot, so that neighbours overlap.
function randomSlot(random: Random): number {
  return OPENING_TIME + (random.int(2 * SLOT_COUNT - 1) * SLOT_SECONDS) / 2;
}

async function watchLimits(world: SalonWorld, racing: () => boolean): Promise<void> {
  while (racing()) {
    await bookedTimesIn(world);
    await pause(40);
  }
}

/** All booked times. Each day is one item, so every read of it must respect the provider's limit. */
async function bookedTimesIn({ businessId, providers }: SalonWorld): Promise<string[]> {
  const partition = providerDays.partition({ business_id: businessId });
  return (await itemsOfPartitions(partition)).flatMap((item) => {
    const { provider_id, day, bookings } = providerDays.parse(item);
    const entries = unpackDay(day, bookings);
    const limit = providers.find(({ id }) => id === provider_id)?.limit ?? 0;
    const most = maxConcurrent(entries, day * DAY, (day + 1) * DAY);
    assert.ok(most <= limit, `${provider_id} is booked ${most} times at once; its limit is ${limit}.`);
    return entries.map((entry) => bookedTimeText(provider_id, entry));
  });
}

async function checkWorld(world: SalonWorld): Promise<void> {
  const booked = await bookedTimesIn(world);
  const known = await allReservations(world);
  const expected = known.flatMap((reservation) => {
    const { status, holdExpiresAt, parts } = reservation;
    if (!holdsTime(status)) return [];
    const hold = status === "CREATED" ? (holdExpiresAt ?? -1) : 0;
    return parts.flatMap((part) => {
      const { startTime, endTime, providerId } = part;
      return daysOf(startTime, endTime).map((day) =>
        bookedTimeText(providerId, {
          start: 0,
          end: 0,
          ...clipToDay(day, startTime, endTime),
          hold,
          ref: partRef(part.id),
        }),
      );
    });
  });
  assert.deepEqual(booked.sort(), expected.sort(), "The days are not those of the active parts.");
  await checkEvents(world, known);
}

// Each committed change has one event, however often its answer was lost.
async function checkEvents({ businessId }: SalonWorld, known: Reservation[]): Promise<void> {
  const said = await storedEvents(businessId);
  const byRecord = Map.groupBy(said, ({ record_id }) => record_id);
  for (const { id, status } of known) {
    const records = byRecord.get(id) ?? [];
    const changes = new Set(records.map(({ sequence }) => sequence));
    assert.equal(Math.max(...changes), changes.size, `${id} has a gap in its events.`);
    const types = records.map(({ type }) => type);
    const times = (type: string) => types.filter((each) => each === `reservation.${type}`).length;
    const counts = [times("created"), times("cancelled"), times("confirmed") > 1];
    assert.deepEqual(counts, [1, status === "CANCELLED" ? 1 : 0, false], `${id} is ${status}: ${types}`);
  }
}

function bookedTimeText(providerId: string, { start, end, hold, ref }: BookedTime): string {
  return [providerId, start, end, hold, ref].join(" ");
}

async function allReservations({ businessId }: SalonWorld): Promise<Reservation[]> {
  return (await itemsOfPartitions(...reservations.partitions({ businessId }))).map((item) =>
    reservations.parse(item),
  );
}

async function openSalonWorld(random: Random): Promise<SalonWorld> {
  const [owner, customer] = [await somebody(), await somebody()];
  const ctx = testContext({ actor: personActor(owner.id) });
  const { id: businessId } = await createStore(ctx, { key: `race-${newId("x").slice(2)}` });
  const workingHours = [{ from: 0, to: 1440 }];
  const workingDays = (["monday", "tuesday"] as const).map((day) => ({ day, workingHours }));
  const providers = [];
  for (const key of ["a", "b"]) {
    const limit = 1 + random.int(2);
    const body = { key, workingTime: { workingDays }, concurrentLimit: limit };
    providers.push({ id: (await createProvider(ctx, businessId, body)).id, limit });
  }
  const { id: serviceId } = await createService(ctx, businessId, {
    key: "cut",
    prices: [{ market: "eu", amount: 1000 }],
    durations: [{ duration: SLOT_SECONDS / 60, isPause: false }],
    providers: providers.map(({ id }) => ({ providerId: id })),
  });
  return { businessId, serviceId, providers, owner, customer };
}
