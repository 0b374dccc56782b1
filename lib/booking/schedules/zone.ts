import { Temporal } from "temporal-polyfill";
import { DAY } from "#core/seconds.ts";

/** A time during which a zone has one UTC offset; all in seconds, `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
  offset: number;
}

/** Seconds computed beyond the requested time, so that a neighbouring request needs no new computation. */
const MARGIN_SECONDS = 60 * DAY;
/** Most seconds that are cached of a zone, unless one request needs more: finding clock changes is slow. */
const MAX_CACHED_SECONDS = 4 * 366 * DAY;

interface CachedZone {
  from: number;
  to: number;
  spans: Span[];
}

const zoneCache = new Map<string, CachedZone>();

/**
 * The spans of a zone that cover a time, in order. They are cached, because Temporal's conversions cost a
 * thousand times more than arithmetic on them.
 */
export function zoneSpans(zone: string, from: number, to: number): readonly Span[] {
  let entry = zoneCache.get(zone);
  if (!entry || from < entry.from || to > entry.to) {
    const near =
      entry && Math.max(entry.to, to) - Math.min(entry.from, from) <= MAX_CACHED_SECONDS ? entry : undefined;
    const begin = Math.min(near?.from ?? from, from) - MARGIN_SECONDS;
    const end = Math.max(near?.to ?? to, to) + MARGIN_SECONDS;
    entry = { from: begin, to: end, spans: findSpans(zone, begin, end) };
    zoneCache.set(zone, entry);
  }
  return entry.spans;
}

/** Local time in seconds, as if it were UTC. */
export function localTime(spans: readonly Span[], at: number): number {
  for (const span of spans) if (at < span.to) return at + span.offset;
  return at + (spans.at(-1)?.offset ?? 0);
}

/**
 * The instant of a local time. If it occurs twice, the first counts. If a clock change skips it, it moves
 * forward by the skipped time (Temporal's "compatible"). A closing time moves back to the clock change,
 * because nothing is open during the skipped time.
 */
export function instantOf(spans: readonly Span[], local: number, closing = false): number {
  let before: Span | undefined;
  for (const span of spans) {
    const at = local - span.offset;
    if (at < span.from && before) return closing ? span.from : local - before.offset;
    if (at < span.to) return at;
    before = span;
  }
  return local - (before?.offset ?? 0);
}

function findSpans(zone: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    from * 1000,
  ).toZonedDateTimeISO(zone);
  while (at && at.epochMilliseconds / 1000 < to) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition("next");
    spans.push({
      from: Math.floor(at.epochMilliseconds / 1000),
      to: next ? Math.floor(next.epochMilliseconds / 1000) : Number.POSITIVE_INFINITY,
      offset: Math.round(at.offsetNanoseconds / 1e9),
    });
    at = next;
  }
  return spans;
}
