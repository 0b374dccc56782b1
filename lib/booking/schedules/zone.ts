import { Temporal } from "temporal-polyfill";
import { DAY } from "#core/seconds.ts";

/** A time during which a zone's clocks keep one distance from UTC; all in seconds, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
  offset: number;
}

/** Seconds known beyond what was asked for, so that a neighbouring question needs no new answer. */
const MARGIN = 60 * DAY;
/** Seconds known of a zone at most, unless more is asked for at once: finding a change of clocks takes long. */
const MAX_KNOWN = 4 * 366 * DAY;

interface Known {
  from: number;
  to: number;
  spans: Span[];
}

const known = new Map<string, Known>();

/**
 * The spans of a zone that cover a time, in order. Found once a process through Temporal, whose conversions cost a
 * thousand times what arithmetic on these does.
 */
export function zoneSpans(zone: string, from: number, to: number): readonly Span[] {
  let entry = known.get(zone);
  if (!entry || from < entry.from || to > entry.to) {
    const near =
      entry && Math.max(entry.to, to) - Math.min(entry.from, from) <= MAX_KNOWN ? entry : undefined;
    const begin = Math.min(near?.from ?? from, from) - MARGIN;
    const end = Math.max(near?.to ?? to, to) + MARGIN;
    entry = { from: begin, to: end, spans: findSpans(zone, begin, end) };
    known.set(zone, entry);
  }
  return entry.spans;
}

/** Seconds that clocks show, counted as if they were UTC. */
export function localTime(spans: readonly Span[], at: number): number {
  for (const span of spans) if (at < span.to) return at + span.offset;
  return at + (spans.at(-1)?.offset ?? 0);
}

/**
 * The moment at which clocks show a local time. One that occurs twice is the first. One that a change skips moves
 * forward by what is skipped (Temporal's "compatible"), unless something closes then: nothing is open during an hour
 * that lies beyond it on the clock, so it closes when the skipped time begins.
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
