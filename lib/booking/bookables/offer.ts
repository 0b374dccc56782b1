import { type Period, workingPeriods } from "#lib/booking/schedules/hours.ts";
import { bookedTimes } from "#lib/booking/schedules/packed-days.ts";
import {
  isFree,
  isWorkingTime,
  type Shape,
  shapeOf,
  slotStarts,
  takenTimes,
} from "#lib/booking/schedules/slots.ts";
import { effectiveHours } from "./connection.ts";
import type { Provider } from "./provider-schema.ts";
import type { Connection, Service } from "./service-schema.ts";

type PackedDay = { day: number; bookings: Uint8Array };

export interface Offer {
  service: Service;
  connection: Connection;
  provider: Provider;
  zone: string;
}

export interface TimeWindow {
  from: number;
  to: number;
}

/** The connection's own durations count, else the service's. */
export function shapeOfOffer({ service, connection }: Pick<Offer, "service" | "connection">): Shape {
  return shapeOf(connection.durations ?? service.durations, service.slotInterval);
}

export function periodsOfOffer({ connection, provider, zone }: Offer, { from, to }: TimeWindow): Period[] {
  return workingPeriods(effectiveHours(connection, provider.workingTime), zone, from, to);
}

/** Start times of an offer's free slots in a window, without those in the past. */
export function startsOfOffer(
  offer: Offer,
  days: readonly PackedDay[],
  { from, to }: TimeWindow,
  now: number,
  limit?: number,
): number[] {
  return slotStarts({
    periods: periodsOfOffer(offer, { from, to }),
    taken: takenTimes(bookedTimes(days, now), offer.provider.concurrentLimit),
    shape: shapeOfOffer(offer),
    from: Math.max(from, now + 1),
    to,
    ...(limit === undefined ? {} : { limit }),
  });
}

/** Whether an offer has a slot at a time, and if not, why: a code of `REASONS`. */
export function whyNotOffered(offer: Offer, days: readonly PackedDay[], at: number, now: number) {
  const shape = shapeOfOffer(offer);
  const end = at + shape.length;
  if (offer.service.status !== "ACTIVE") return "service_not_active";
  if (offer.provider.status !== "ACTIVE") return "provider_not_active";
  if (at <= now) return "in_the_past";
  const periods = periodsOfOffer(offer, { from: at, to: end });
  if (!isWorkingTime(periods, at, at + 1)) return "outside_working_hours";
  if (!isWorkingTime(periods, at, end)) return "ends_after_working_hours";
  const taken = takenTimes(bookedTimes(days, now), offer.provider.concurrentLimit);
  if (!isFree(taken, 0, shape.work, at)) return "booked";
  return startsOfOffer(offer, days, { from: at, to: end }, now).includes(at) ? "offered" : "not_on_grid";
}
