import { DAY } from "#core/seconds.ts";
import { localTime, zoneSpans } from "#lib/booking/schedules/zone.ts";
import type { Reading, StoredMetrics } from "./metrics-schema.ts";

/** Days whose readings are kept of one publication: the first on which there was one. */
const DAYS = 400;

/** The last reading of each day; of what was kept before there were any, the latest. */
export function readingsOf({ readings, collected_at: at, metrics: numbers }: StoredMetrics): Reading[] {
  return readings.length > 0 ? readings : [{ at, metrics: numbers }];
}

/** Readings with one more, by the clocks of a zone; once there are 400 days the rest is not kept. */
export function withReading(known: readonly Reading[], now: Reading, zone: string): Reading[] {
  const spans = zoneSpans(zone, (known[0]?.at ?? now.at) - DAY, now.at + DAY);
  const dayOf = ({ at }: Reading) => Math.floor(localTime(spans, at) / DAY);
  const last = known.at(-1);
  if (last && dayOf(last) === dayOf(now)) return [...known.slice(0, -1), now];
  return known.length < DAYS ? [...known, now] : [...known];
}
