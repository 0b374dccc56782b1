import { language } from "./texts.ts";

type Style = Intl.DateTimeFormatOptions;
const DAY_STYLE: Style = { day: "numeric", month: "short", year: "numeric" };
const CLOCK_STYLE: Style = { hour: "2-digit", minute: "2-digit" };

function format(seconds: number, timeZone: string, style: Style): string {
  return new Intl.DateTimeFormat(language() === "en" ? "en-GB" : "de-DE", { ...style, timeZone }).format(
    seconds * 1000,
  );
}

export function dayText(seconds: number, zone: string): string {
  return format(seconds, zone, DAY_STYLE);
}

export function dayAndTime(seconds: number, zone: string): string {
  return format(seconds, zone, { ...DAY_STYLE, ...CLOCK_STYLE });
}

/** A time for lists: only the clock time if it is today, else the date. */
export function shortTime(seconds: number, zone: string, now = Date.now() / 1000): string {
  return dateIn(seconds, zone) === dateIn(now, zone)
    ? format(seconds, zone, CLOCK_STYLE)
    : format(seconds, zone, {
        day: "numeric",
        month: "short",
        ...(yearOf(seconds, zone) === yearOf(now, zone) ? CLOCK_STYLE : { year: "numeric" }),
      });
}

/** The time in a zone, and in the browser's own zone if that differs. */
export function inBothZones(seconds: number, zone: string): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const there = format(seconds, zone, { ...DAY_STYLE, ...CLOCK_STYLE, timeZoneName: "short" });
  const here = format(seconds, own, { ...DAY_STYLE, ...CLOCK_STYLE, timeZoneName: "short" });
  return format(seconds, zone, { ...DAY_STYLE, ...CLOCK_STYLE }) ===
    format(seconds, own, { ...DAY_STYLE, ...CLOCK_STYLE })
    ? dayAndTime(seconds, zone)
    : `${there} (${here})`;
}

/** The date in the zone as `2026-11-24`. */
export function dateIn(seconds: number, zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(seconds * 1000);
}

function yearOf(seconds: number, zone: string): string {
  return dateIn(seconds, zone).slice(0, 4);
}

/**
 * Unix seconds of a local date and time, `2026-11-24` and `09:30`. If clocks change, a time that occurs twice
 * means the first occurrence, and a time that is skipped uses the offset before the change.
 */
export function secondOf(date: string, clock: string, zone: string): number {
  const asUtc = Date.parse(`${date}T${clock}:00Z`) / 1000;
  // Offsets are under a day, so a day before and a day after show the offsets before and after a change.
  const offsets = [asUtc - 86_400, asUtc + 86_400].map((second) => offsetAt(second, zone));
  const candidates = offsets.map((offset) => asUtc - offset);
  const right = candidates.filter((second) => second + offsetAt(second, zone) === asUtc);
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates);
}

/** Seconds by which the zone is ahead of UTC. */
function offsetAt(second: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(second * 1000);
  return Date.parse(`${parts.replace(" ", "T")}Z`) / 1000 - second;
}

export function clockIn(seconds: number, zone: string): string {
  return format(seconds, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
