import { listAvailableSlots } from "#lib/booking/bookables/availability.ts";
import { createProvider } from "#lib/booking/bookables/providers.ts";
import { createService } from "#lib/booking/bookables/services.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { WEEKDAYS } from "#lib/booking/schedules/schema.ts";
import { createStore } from "#lib/system/opening/service.ts";
import type { Random } from "#test/support/random.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { personActor, somebody, testContext } from "#test/support/world.ts";

const ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"];
/** Bookings at one salon before the next one is opened. */
const CASES_PER_SALON = 25;
/** Days from which slots are chosen, few enough to fill up. */
const DAY_COUNT = 8;
/** Days around clock changes of the zones. */
const FIRST_DAYS = [MONDAY, MONDAY + 25 * 24 * HOUR, MONDAY + 12 * 24 * HOUR, MONDAY + 240 * 24 * HOUR];

interface OfferTotals {
  salons: number;
  booked: number;
  /** Searches that found no free slot. */
  full: number;
}

type Salon = { businessId: string; serviceId: string; begins: number };

/** Books slots of random services and providers right after they were offered. Throws if one is refused. */
export async function bookOfferedSlots(random: Random, cases: number): Promise<OfferTotals> {
  const total: OfferTotals = { salons: 0, booked: 0, full: 0 };
  let salon: Salon | undefined;
  while (total.booked < cases) {
    if (!salon || random.int(CASES_PER_SALON) === 0) {
      salon = await openSalon(random);
      total.salons++;
    }
    const { businessId, serviceId, begins } = salon;
    const from = begins + random.int(DAY_COUNT) * 24 * HOUR + random.int(1440) * 60;
    const window = { from, to: from + 24 * HOUR + random.int(1440) * 60 };
    const slots = await listAvailableSlots(memberContext(), businessId, serviceId, window);
    if (slots.length === 0) {
      total.full++;
      // A salon may be closed on all of these days: open another one.
      if (random.int(3) === 0) salon = undefined;
      continue;
    }
    const { providerId, startTime, endTime } = random.pick(slots);
    if (providerId === undefined || startTime === undefined) throw new Error("A slot without its time.");
    const parts = [{ serviceId, providerId, startTime, endTime }];
    const { status } = await createReservation(memberContext(), { parts }, businessId).catch(
      (error: unknown) => {
        throw new Error(
          `${JSON.stringify({ ...salon, ...parts[0] })} was offered and then refused: ${error}`,
        );
      },
    );
    if (status !== "CONFIRMED") throw new Error(`The booking of an offered slot is ${status}.`);
    total.booked++;
  }
  return total;
}

async function openSalon(random: Random): Promise<Salon> {
  const { id } = await somebody();
  const ctx = memberContext(id);
  const key = `o-${crypto.randomUUID().slice(0, 18)}`;
  const { id: businessId } = await createStore(ctx, { key, timezone: random.pick(ZONES) });
  const begins = random.pick(FIRST_DAYS);
  const providers = [];
  for (let count = 0; count <= random.int(2); count++) {
    const body = {
      key: `p${count}`,
      workingTime: randomHours(random, begins),
      concurrentLimit: 1 + random.int(3),
    };
    providers.push({ providerId: (await createProvider(ctx, businessId, body)).id });
  }
  const works = Array.from({ length: 1 + random.int(3) }, () => 5 * (1 + random.int(12)));
  const durations = works.flatMap((duration, index) => [
    ...(index > 0 && random.chance(0.7) ? [{ duration: 5 * (1 + random.int(8)), isPause: true }] : []),
    { duration, isPause: false },
  ]);
  const slotInterval = random.chance(0.5) ? null : 5 * (1 + random.int(12));
  const body = { key: "cut", durations, slotInterval, providers };
  return { businessId, serviceId: (await createService(ctx, businessId, body)).id, begins };
}

function randomHours(random: Random, begins: number) {
  const workingDays = WEEKDAYS.filter(() => random.chance(0.9)).map((day) => ({
    day,
    workingHours: randomRanges(random),
  }));
  const date = new Date((begins + random.int(DAY_COUNT) * 24 * HOUR) * 1000);
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return {
    workingDays,
    outcastDates: random.chance(0.3) ? [{ month, day, workingHours: randomRanges(random) }] : [],
    specificDates: random.chance(0.3)
      ? [
          {
            year: date.getUTCFullYear(),
            month,
            day: Math.max(1, day - 1),
            workingHours: randomRanges(random),
          },
        ]
      : [],
  };
}

function randomRanges(random: Random): { from: number; to: number }[] {
  if (random.chance(0.1)) return [];
  const middle = 60 * (6 + random.int(12));
  const [before, after] = [
    { from: random.int(12) * 30, to: middle },
    { from: middle + random.int(5) * 15, to: 1440 - random.int(4) * 45 },
  ];
  return random.chance(0.5) ? [before, after] : [random.chance(0.5) ? before : after];
}

const memberContext = (id = "acc_staff") => testContext({ actor: personActor(id) });
