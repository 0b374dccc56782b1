import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "#core/context.ts";
import { table } from "#core/dynamo/client.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { createProvider } from "#lib/providers/service.ts";
import { updateReservation } from "#lib/reservations/change.ts";
import { checkout } from "#lib/reservations/checkout.ts";
import type { Reservation } from "#lib/reservations/schema.ts";
import { reservations } from "#lib/reservations/table.ts";
import { mostAtOnce, unpack } from "#lib/schedules/days.ts";
import { providerDays } from "#lib/schedules/table.ts";
import { createService } from "#lib/services/service.ts";
import { createTenant } from "#lib/tenants/service.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

const DAY = 86_400;
/** 2027-03-01 23:00 UTC: what is booked here lies on both sides of a UTC day's end. */
const OPENS = 1_803_859_200 + 23 * 3600;
const SLOTS = 6;
const LENGTH = 1800;
/** Schedules at a time: they wait more than they work. */
const WIDTH = 8;

/** Set where calls to the table may fail. */
const faulty = new AsyncLocalStorage<boolean>();

export interface Raced {
  operations: number;
  booked: number;
  refused: number;
  crashed: number;
  faults: number;
}

interface World {
  businessId: string;
  serviceId: string;
  providers: { id: string; limit: number }[];
}

/**
 * Schedules of operations that run at once on overlapping parts, with answers lost after the commit, transactions in
 * conflict and operations that die between two calls. Throws when two active parts overlap beyond their limit, when a
 * reservation has some of its parts only, or when a loser is told anything but that the time is taken.
 */
export async function raceBookings(random: Random, schedules: number, atOnce: number): Promise<Raced> {
  const total: Raced = { operations: 0, booked: 0, refused: 0, crashed: 0, faults: 0 };
  const faults = injectFaults(random);
  try {
    await inParallel(schedules, WIDTH, async () => {
      const world = await openWorld(random);
      let racing = true;
      const watched = watch(world, () => racing);
      await faulty.run(true, () =>
        Promise.all(Array.from({ length: atOnce }, () => operate(random, world, total))),
      );
      racing = false;
      await watched;
      await checkWorld(world);
    });
  } finally {
    faults.stop();
  }
  total.faults = faults.count;
  return total;
}

class Crash extends Error {}

async function operate(random: Random, world: World, total: Raced): Promise<void> {
  total.operations++;
  try {
    const choice = random.int(10);
    const known = choice < 6 ? [] : await all(world);
    const chosen = known[random.int(Math.max(1, known.length))];
    if (!chosen) await book(random, world);
    else if (choice < 8)
      await updateReservation(context(), chosen.id, { parts: moved(random, chosen) }, world.businessId);
    else {
      const status = choice === 8 ? "CONFIRMED" : "CANCELLED";
      await updateReservation(context(), chosen.id, { status }, world.businessId);
    }
    total.booked++;
  } catch (error) {
    if (error instanceof Crash) total.crashed++;
    else if (error instanceof ApiError && ALLOWED.includes(error.code)) total.refused++;
    else throw error;
  }
}

const ALLOWED = ["RESERVATION.TIME_SLOT_NOT_AVAILABLE", "RESERVATION.INVALID_STATUS"];

function book(random: Random, { businessId, serviceId, providers }: World) {
  const items = Array.from({ length: 1 + random.int(2) }, () => ({
    serviceId,
    providerId: providers[random.int(providers.length)]?.id ?? "",
    startTime: slot(random),
    endTime: undefined,
  }));
  const paymentMethod = random.int(3) === 0 ? "credit_card" : "cash";
  return checkout(context(), { parts: items, paymentMethod }, businessId);
}

function moved(random: Random, { parts }: Reservation) {
  return parts.map(({ id, serviceId, providerId }) => ({
    id,
    serviceId,
    providerId,
    startTime: slot(random),
    endTime: undefined,
  }));
}

// Slots overlap by halves.
function slot(random: Random): number {
  return OPENS + (random.int(2 * SLOTS - 1) * LENGTH) / 2;
}

async function watch({ businessId, providers }: World, racing: () => boolean): Promise<void> {
  while (racing()) {
    await checkDays(businessId, providers);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

// One day is one item, so each read of it is of one moment.
async function checkDays(businessId: string, providers: World["providers"]): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const { id, limit } of providers) {
    for (const day of [Math.floor(OPENS / DAY), Math.floor(OPENS / DAY) + 1]) {
      const item = await providerDays.find({ business_id: businessId, provider_id: id, day });
      const entries = item ? unpack(day, item.bookings) : [];
      const most = mostAtOnce(entries, day * DAY, (day + 1) * DAY);
      if (most > limit) throw new Error(`${id} is booked ${most} times at once; its limit is ${limit}.`);
      held.set(id, (held.get(id) ?? 0) + entries.reduce((sum, { start, end }) => sum + end - start, 0));
    }
  }
  return held;
}

async function checkWorld(world: World): Promise<void> {
  const held = await checkDays(world.businessId, world.providers);
  const active = (await all(world)).filter(({ status }) => status !== "CANCELLED" && status !== "FAILED");
  for (const { id } of world.providers) {
    const parts = active.flatMap((each) => each.parts).filter(({ providerId }) => providerId === id);
    const booked = parts.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    if (booked !== (held.get(id) ?? 0)) {
      throw new Error(`The active parts of ${id} take ${booked} seconds, its days ${held.get(id) ?? 0}.`);
    }
  }
}

async function all({ businessId }: World) {
  const { items } = await queryItems(reservations.partition({ businessId }), { consistent: true });
  return items.map((item) => reservations.parse(item));
}

async function openWorld(random: Random): Promise<World> {
  const ctx = context();
  const { id: businessId } = await createTenant(ctx, { key: `race-${newId("x").slice(2)}` });
  const workingDays = ["monday", "tuesday"].map((day) => ({
    day: day === "monday" ? ("monday" as const) : ("tuesday" as const),
    workingHours: [{ from: 0, to: 1440 }],
  }));
  const providers = [];
  for (const key of ["a", "b"]) {
    const limit = 1 + random.int(2);
    const body = { key, workingTime: { workingDays }, concurrentLimit: limit };
    providers.push({ id: (await createProvider(ctx, businessId, body)).id, limit });
  }
  const { id: serviceId } = await createService(ctx, businessId, {
    key: "cut",
    prices: [{ market: "eu", amount: 1000 }],
    durations: [{ duration: LENGTH / 60, isPause: false }],
    providers: providers.map(({ id }) => ({ providerId: id })),
  });
  return { businessId, serviceId, providers };
}

function context(): Context {
  const id = newId("acc");
  const actor = {
    kind: "person",
    id,
    via: "session",
    credentialId: "",
    provider: "CODE",
    guest: false,
    super: false,
  } as const;
  return testContext({ actor });
}

/** Faults beneath the client's own retries (lost answers, conflicts) and above them (an operation that dies). */
function injectFaults(random: Random) {
  const state = { count: 0, stop: () => {} };
  const stack = table().middlewareStack;
  stack.add(
    (next, context) => async (args) => {
      if (faulty.getStore() && random.int(120) === 0) {
        state.count++;
        throw new Crash(`died before ${context.commandName}`);
      }
      return next(args);
    },
    { step: "initialize", name: "crash", priority: "high" },
  );
  stack.add(
    (next, context) => async (args) => {
      const writes =
        context.commandName === "TransactWriteCommand" || context.commandName === "TransactWriteItemsCommand";
      const fault = faulty.getStore() && writes ? random.int(12) : -1;
      if (fault === 0) {
        state.count++;
        await next(args);
        throw Object.assign(new Error("the answer was lost"), { name: "TimeoutError", $retryable: {} });
      }
      return next(args);
    },
    { step: "deserialize", name: "lost", priority: "high" },
  );
  state.stop = () => {
    stack.remove("crash");
    stack.remove("lost");
  };
  return state;
}
