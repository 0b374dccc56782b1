import type { Stored } from "#core/dynamo/entity.ts";
import type { ReadBatch } from "#core/dynamo/read.ts";
import { DAY, MINUTE } from "#core/seconds.ts";
import { Calendar, type Claim, dayRead, daysOfClaims, type ProviderDay } from "./bookings.ts";
import { MAX_MINUTES } from "./schema.ts";

/** Seconds of the longest service. */
const MAX_SECONDS = MAX_MINUTES * MINUTE;

/** The reads of booked days for a calendar. Each day is added to the batch once. */
export class DayReads {
  readonly #batch: ReadBatch;
  readonly #businessId: string;
  readonly #days = new Map<string, () => Stored<ProviderDay> | undefined>();

  constructor(batch: ReadBatch, businessId: string) {
    this.#batch = batch;
    this.#businessId = businessId;
  }

  add(work: readonly Pick<Claim, "providerId" | "work">[]): void {
    for (const { providerId, day } of daysOfClaims(work)) {
      const name = `${providerId}#${day}`;
      if (!this.#days.has(name))
        this.#days.set(name, this.#batch.add(dayRead(this.#businessId, providerId, day)));
    }
  }

  /** Adds the days of a slot. The length of its service is not known yet, so the day after the start is added too. */
  addSlot(providerId: string, from: number, to?: number | null): void {
    const end = Math.min(Math.max(to ?? 0, from + DAY), from + MAX_SECONDS);
    this.add([{ providerId, work: [{ start: from, end }] }]);
  }

  /** The calendar of the added days. The batch must have run. */
  calendar(now: number): Calendar {
    return new Calendar(
      this.#businessId,
      now,
      [...this.#days.values()].map((read) => read()),
    );
  }
}
