import type { Event } from "#core/events.ts";
import { type Random, randomFrom } from "#test/support/random.ts";

/** What came to the worker, and how the fan-out is killed. */
export const collected = {
  events: [] as { messageId: string; event: Event }[],
  random: randomFrom(1) as Random,
  /** Times that the fan-out was killed. */
  kills: 0,
  killing: true,
};
