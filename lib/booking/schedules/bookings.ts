import type { Stored } from "#core/dynamo/entity.ts";
import { batchGetItems, queryItems, type Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Period } from "./hours.ts";
import {
  type BookedTime,
  clipToDay,
  daysOf,
  maxConcurrent,
  packDay,
  partRef,
  unpackDay,
} from "./packed-days.ts";
import { providerDays } from "./table.ts";

export interface ProviderDay {
  business_id: string;
  provider_id: string;
  day: number;
  bookings: Uint8Array<ArrayBuffer>;
}

export interface Claim {
  partId: string;
  providerId: string;
  /** Times at which the provider is busy; it is free in the pauses between them. */
  work: readonly Period[];
  /** Second at which the hold ends; 0 for a confirmed booking. */
  hold: number;
  /** How many customers the provider serves concurrently. */
  atOnce: number;
}

export function dayRead(businessId: string, providerId: string, day: number): Read<Stored<ProviderDay>> {
  return providerDays.read({ business_id: businessId, provider_id: providerId, day });
}

export function daysOfClaims(claims: readonly Pick<Claim, "providerId" | "work">[]) {
  const all = claims.flatMap(({ providerId, work }) =>
    work.flatMap(({ start, end }) => daysOf(start, end).map((day) => ({ providerId, day }))),
  );
  return [...new Map(all.map((each) => [dayName(each.providerId, each.day), each])).values()];
}

interface BookedDay {
  day: number;
  bookings: Uint8Array;
}

/** Up to this number of providers, each one's days are read by a Query; for more, by key, a hundred at a time. */
const MAX_QUERIES = 20;
export const MAX_DAYS_READ = 2000;

/**
 * Reads the booked days of several providers in a window: in at most twenty calls, or in more if the days
 * exceed the size of DynamoDB's replies.
 */
export async function bookedDaysOf(
  businessId: string,
  providerIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, BookedDay[]>> {
  if (providerIds.length <= MAX_QUERIES) {
    const read = async (id: string) => [id, await bookedDays(businessId, id, from, to)] as const;
    return new Map(await sideBySide(providerIds.map(read)));
  }
  const window = daysTouched(from, to);
  const keys = providerIds.flatMap((id) =>
    window.map((day) => providerDays.key({ business_id: businessId, provider_id: id, day })),
  );
  if (keys.length > MAX_DAYS_READ) throw new Error(`${keys.length} days are more than one call may read.`);
  const found = new Map<string, BookedDay[]>(providerIds.map((id) => [id, []]));
  for (const item of await batchGetItems(keys)) found.get(String(item.provider_id))?.push(dayOf(item));
  return found;
}

/** Numbers of the UTC days that a window touches, including the one in which it ends. */
export function daysTouched(from: number, to: number): number[] {
  const first = Math.floor(from / DAY);
  return Array.from({ length: Math.floor(to / DAY) - first + 1 }, (_, index) => first + index);
}

/** Reads the booked days of a provider in a window, in order, with one Query for each megabyte. */
export async function bookedDays(
  businessId: string,
  providerId: string,
  from: number,
  to: number,
): Promise<BookedDay[]> {
  const sk = (day: number) => providerDays.key({ business_id: businessId, provider_id: providerId, day }).sk;
  const range = { from: sk(Math.floor(from / DAY)), to: sk(Math.floor(to / DAY)) };
  const days: BookedDay[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(providerDays.partition({ business_id: businessId }), { ...range, after });
    days.push(...page.items.map(dayOf));
    after = page.after;
  } while (after);
  return days;
}

// Days are not parsed by their schema, because with many of them that would cost more than the search.
function dayOf({ day, bookings, provider_id: id }: Record<string, unknown>): BookedDay {
  if (typeof day === "number" && bookings instanceof Uint8Array) return { day, bookings };
  throw new Error(`The stored day ${String(day)} of ${String(id)} does not parse.`);
}

/** The booked days that a transaction changes. Each day is written once, however many parts fall on it. */
export class Calendar {
  readonly #businessId: string;
  readonly #now: number;
  readonly #stored = new Map<string, Stored<ProviderDay>>();
  readonly #entries = new Map<
    string,
    { providerId: string; day: number; entries: BookedTime[]; changed: boolean }
  >();

  constructor(businessId: string, now: number, days: readonly (Stored<ProviderDay> | undefined)[]) {
    this.#businessId = businessId;
    this.#now = now;
    for (const day of days) if (day) this.#stored.set(dayName(day.provider_id, day.day), day);
  }

  /** Takes a part's times. If it returns false, one is not free, and nothing of this calendar may be written. */
  take({ partId, providerId, work, hold, atOnce }: Claim): boolean {
    const ref = partRef(partId);
    return work.every(({ start, end }) =>
      daysOf(start, end).every((day) => {
        const clipped = clipToDay(day, start, end);
        if (!clipped) return true;
        const open = this.#open(providerId, day);
        if (maxConcurrent(open.entries, clipped.start, clipped.end) >= atOnce) return false;
        open.entries.push({ ...clipped, hold, ref });
        open.changed = true;
        return true;
      }),
    );
  }

  /** Makes a part's hold permanent; returns false if the hold has ended or never existed. */
  confirm({ partId, providerId, work }: Pick<Claim, "partId" | "providerId" | "work">): boolean {
    const ref = partRef(partId);
    const days = daysOfClaims([{ providerId, work }]).map(({ day }) => this.#open(providerId, day));
    if (!days.every(({ entries }) => entries.some((entry) => entry.ref === ref))) return false;
    for (const open of days) {
      open.entries = open.entries.map((entry) => (entry.ref === ref ? { ...entry, hold: 0 } : entry));
      open.changed = true;
    }
    return true;
  }

  free({ partId, providerId, work }: Pick<Claim, "partId" | "providerId" | "work">): void {
    const ref = partRef(partId);
    for (const { day } of daysOfClaims([{ providerId, work }])) {
      const open = this.#open(providerId, day);
      const left = open.entries.filter((entry) => entry.ref !== ref);
      if (left.length === open.entries.length) continue;
      open.entries = left;
      open.changed = true;
    }
  }

  /** Each write fails if its day was changed since it was read. */
  writes(): Write[] {
    return [...this.#entries].flatMap(([name, { providerId, day, entries, changed }]) => {
      if (!changed) return [];
      const stored = this.#stored.get(name);
      const record = {
        business_id: this.#businessId,
        provider_id: providerId,
        day,
        bookings: packDay(day, entries),
      };
      return [stored ? providerDays.replace(stored, record) : providerDays.create(record)];
    });
  }

  // Leaves out expired holds, so that the next write of the day removes them from the table.
  #open(providerId: string, day: number) {
    const name = dayName(providerId, day);
    let open = this.#entries.get(name);
    if (!open) {
      const stored = this.#stored.get(name);
      const all = stored ? unpackDay(day, stored.bookings) : [];
      const entries = all.filter(({ hold }) => hold === 0 || hold > this.#now);
      open = { providerId, day, entries, changed: false };
      this.#entries.set(name, open);
    }
    return open;
  }
}

function dayName(providerId: string, day: number): string {
  return `${providerId}#${day}`;
}
