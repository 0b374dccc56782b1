import { MINUTE } from "#core/seconds.ts";
import type { Contributions } from "#core/sums/declaration.ts";
import { partLinesOf } from "#lib/booking/reservations/part-lines.ts";
import type { Part, PartLine, Reservation } from "#lib/booking/reservations/schema.ts";
import { holdsTime } from "#lib/booking/reservations/states.ts";
import { countsOf, rateOf, type Sums, type Values } from "./amounts.ts";
import { averageDuration, durationSums, percentiles } from "./durations.ts";
import { contributionsOf, type Fact, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const SUM_NAMES = [
  ...["booked", "cancelled_by_customer", "cancelled_by_staff", "cancelled_by_system", "moved"],
  ...["due", "completed", "no_shows", "minutes_booked"],
] as const;
const LEAD_TIME = "lead_time";
/** Stored name of `due`, since the table has a key attribute of that name. */
const DUE_MEASURE = "standing";
const STORED_NAMES = [...SUM_NAMES.filter((name) => name !== "due"), DUE_MEASURE];
const MEASURES = [...SUM_NAMES, "no_show_rate", "lead_time_p50", "lead_time_average"] as const;

/** Appointments: actions count on the day they happened, outcomes on the appointment's day. */
export const appointments = family({
  name: "appointments",
  isMoney: false,
  ahead: 90,
  stored: STORED_NAMES,
  shown: MEASURES,
  derive: deriveMeasures,
  splits: { provider: MEASURES, service: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  const is = countsOf(sums, SUM_NAMES);
  const { no_shows = 0, completed = 0 } = is;
  return {
    ...is,
    due: sums[DUE_MEASURE] ?? 0,
    no_show_rate: rateOf(no_shows, no_shows + completed),
    ...percentiles(sums, LEAD_TIME, [50]),
    lead_time_average: averageDuration(sums, LEAD_TIME),
  };
}

/** What a reservation adds; nothing if it was never booked. */
export function appointmentContributions(reservation: Reservation, zone: string): Contributions {
  const lines = partLinesOf(reservation);
  const { status, parts } = reservation;
  const stands = lines.length > 0 && holdsTime(status);
  const facts = [...lines.map(factOf), ...(stands ? parts.map((part) => outcomeFact(part, status)) : [])];
  return contributionsOf("appointments", NO_MONEY, facts, zone);
}

function factOf({ is, at, by, start, provider_id, service_id }: PartLine): Fact {
  const lead = is === "booked" ? durationSums(LEAD_TIME, Math.max(0, start - at)) : {};
  const all: Sums = { [is === "cancelled" ? `cancelled_by_${by}` : is]: 1, ...lead };
  return { at, all, parts: inEverySplit(all, { provider: provider_id, service: service_id }) };
}

function outcomeFact(part: Part, status: Reservation["status"]): Fact {
  const { startTime: at, work, providerId: provider, serviceId: service } = part;
  const seconds = work.reduce((sum, { start, end }) => sum + end - start, 0);
  const all = {
    [DUE_MEASURE]: 1,
    completed: Number(status === "COMPLETED"),
    no_shows: Number(status === "NO_SHOW"),
    minutes_booked: Math.round(seconds / MINUTE),
  };
  return { at, all, parts: inEverySplit(all, { provider, service }) };
}
