import { DAY } from "#core/seconds.ts";
import { localTime, zoneSpans } from "#lib/booking/schedules/zone.ts";
import type { Reading, StoredMetrics } from "./metrics-schema.ts";

/** Most readings that are stored of a publication, one for each day. */
const MAX_DAYS = 400;

/** The last reading of each day; an older record has only its latest reading. */
export function readingsOf({ readings, collected_at: at, metrics: numbers }: StoredMetrics): Reading[] {
  return readings.length > 0 ? readings : [{ at, metrics: numbers }];
}

/** Adds a reading, replacing an earlier one of that day in the time zone. After 400 readings none is added. */
export function withReading(known: readonly Reading[], now: Reading, zone: string): Reading[] {
  const spans = zoneSpans(zone, (known[0]?.at ?? now.at) - DAY, now.at + DAY);
  const dayOf = ({ at }: Reading) => Math.floor(localTime(spans, at) / DAY);
  const last = known.at(-1);
  if (last && dayOf(last) === dayOf(now)) return [...known.slice(0, -1), now];
  return known.length < MAX_DAYS ? [...known, now] : [...known];
}
