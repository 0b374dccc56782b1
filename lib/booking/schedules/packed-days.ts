import { createHash } from "node:crypto";
import { DAY, MINUTE } from "#core/seconds.ts";
import type { Bookings } from "./slots.ts";

const REF_BYTES = 10;
/**
 * Bytes of a booking: beginning and end in minutes of the day, end of the hold in seconds, and the part's reference.
 */
const ENTRY_BYTES = 2 + 2 + 4 + REF_BYTES;

export interface BookedTime {
  start: number;
  end: number;
  /** Second at which the hold ends; 0 for a confirmed booking. */
  hold: number;
  /** Reference of its part; see `partRef`. */
  ref: string;
}

/** The reference of a part: 80 bits of the hash of its id. */
export function partRef(partId: string): string {
  return createHash("sha256").update(partId).digest().subarray(0, REF_BYTES).toString("base64url");
}

export function daysOf(start: number, end: number): number[] {
  const first = Math.floor(start / DAY);
  return Array.from({ length: Math.ceil(end / DAY) - first }, (_, index) => first + index);
}

/** Cuts a time to what falls into a day; `undefined` if nothing does. */
export function clipToDay(
  day: number,
  start: number,
  end: number,
): { start: number; end: number } | undefined {
  const clipped = { start: Math.max(start, day * DAY), end: Math.min(end, (day + 1) * DAY) };
  return clipped.end > clipped.start ? clipped : undefined;
}

export function packDay(day: number, entries: readonly BookedTime[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
  const sorted = entries.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const [index, { start, end, hold, ref }] of sorted.entries()) {
    const at = index * ENTRY_BYTES;
    bytes.writeUInt16BE((start - day * DAY) / MINUTE, at);
    bytes.writeUInt16BE((end - day * DAY) / MINUTE, at + 2);
    bytes.writeUInt32BE(hold, at + 4);
    bytes.write(ref, at + 8, REF_BYTES, "base64url");
  }
  return bytes;
}

export function unpackDay(day: number, packed: Uint8Array): BookedTime[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const entries: BookedTime[] = [];
  for (let at = 0; at < checkedLength(packed); at += ENTRY_BYTES) {
    entries.push({
      start: day * DAY + bytes.readUInt16BE(at) * MINUTE,
      end: day * DAY + bytes.readUInt16BE(at + 2) * MINUTE,
      hold: bytes.readUInt32BE(at + 4),
      ref: bytes.toString("base64url", at + 8, at + 8 + REF_BYTES),
    });
  }
  return entries;
}

/** The active bookings of several days in order, without references, for the search of free slots. */
export function bookedTimes(
  days: readonly { day: number; bookings: Uint8Array }[],
  now: number,
): Bookings & { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { day, bookings } of days) {
    const length = checkedLength(bookings);
    const midnight = day * DAY;
    for (let at = 0; at < length; at += ENTRY_BYTES) {
      const hold = uint16(bookings, at + 4) * 65_536 + uint16(bookings, at + 6);
      if (hold !== 0 && hold <= now) continue;
      starts.push(midnight + uint16(bookings, at) * MINUTE);
      ends.push(midnight + uint16(bookings, at + 2) * MINUTE);
    }
  }
  return { starts, ends };
}

/** The highest number of bookings at any moment between two times. */
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

function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}

function checkedLength({ byteLength }: Uint8Array): number {
  if (byteLength % ENTRY_BYTES !== 0)
    throw new Error(`${byteLength} bytes are no bookings of ${ENTRY_BYTES} bytes each.`);
  return byteLength;
}
