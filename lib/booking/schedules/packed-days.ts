import { createHash } from "node:crypto";
import { DAY, MINUTE } from "#core/seconds.ts";
import type { Bookings } from "./slots.ts";

const REF = 10;
/** Bytes of a booking: beginning and end in minutes of the day, the end of its hold in seconds, whose it is. */
const SIZE = 2 + 2 + 4 + REF;

/** One booking's time within one UTC day. */
export interface BookedTime {
  start: number;
  end: number;
  /** Second from which it counts no more; 0 for one that is firm. */
  hold: number;
  /** Names the part of a reservation that it belongs to; see `refOf`. */
  ref: string;
}

/** The name under which a part's bookings are kept: 80 bits of its id's hash. */
export function partRef(partId: string): string {
  return createHash("sha256").update(partId).digest().subarray(0, REF).toString("base64url");
}

/** Numbers of the UTC days that a time touches. */
export function daysOf(start: number, end: number): number[] {
  const first = Math.floor(start / DAY);
  return Array.from({ length: Math.ceil(end / DAY) - first }, (_, index) => first + index);
}

/** What is left of a time within a day; `undefined` for nothing. */
export function withinDay(
  day: number,
  start: number,
  end: number,
): { start: number; end: number } | undefined {
  const clipped = { start: Math.max(start, day * DAY), end: Math.min(end, (day + 1) * DAY) };
  return clipped.end > clipped.start ? clipped : undefined;
}

/** Packs a day's bookings, in the order of their beginnings. */
export function packDay(day: number, entries: readonly BookedTime[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(entries.length * SIZE);
  const sorted = entries.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const [index, { start, end, hold, ref }] of sorted.entries()) {
    const at = index * SIZE;
    bytes.writeUInt16BE((start - day * DAY) / MINUTE, at);
    bytes.writeUInt16BE((end - day * DAY) / MINUTE, at + 2);
    bytes.writeUInt32BE(hold, at + 4);
    bytes.write(ref, at + 8, REF, "base64url");
  }
  return bytes;
}

/** Opens what `pack` made. */
export function unpackDay(day: number, packed: Uint8Array): BookedTime[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const entries: BookedTime[] = [];
  for (let at = 0; at < wholeLength(packed); at += SIZE) {
    entries.push({
      start: day * DAY + bytes.readUInt16BE(at) * MINUTE,
      end: day * DAY + bytes.readUInt16BE(at + 2) * MINUTE,
      hold: bytes.readUInt32BE(at + 4),
      ref: bytes.toString("base64url", at + 8, at + 8 + REF),
    });
  }
  return entries;
}

/** The times of the bookings of several days, in order, that count at a moment: without names, for the sweep. */
export function bookedTimes(
  days: readonly { day: number; bookings: Uint8Array }[],
  now: number,
): Bookings & { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { day, bookings } of days) {
    const length = wholeLength(bookings);
    const midnight = day * DAY;
    for (let at = 0; at < length; at += SIZE) {
      const hold = number(bookings, at + 4) * 65_536 + number(bookings, at + 6);
      if (hold !== 0 && hold <= now) continue;
      starts.push(midnight + number(bookings, at) * MINUTE);
      ends.push(midnight + number(bookings, at + 2) * MINUTE);
    }
  }
  return { starts, ends };
}

/** The most bookings that are under way at one moment of a time. */
export function maxConcurrent(entries: readonly BookedTime[], start: number, end: number): number {
  const edges = entries
    .filter((entry) => entry.start < end && entry.end > start)
    .flatMap((entry) => [
      { at: entry.start, by: 1 },
      { at: entry.end, by: -1 },
    ])
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let under = 0;
  let most = 0;
  for (const { by } of edges) {
    under += by;
    most = Math.max(most, under);
  }
  return most;
}

function number(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}

function wholeLength({ byteLength }: Uint8Array): number {
  if (byteLength % SIZE !== 0) throw new Error(`${byteLength} bytes are no bookings of ${SIZE} bytes each.`);
  return byteLength;
}
