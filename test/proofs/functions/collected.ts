import type { Event } from "#core/events.ts";
import { type Random, randomFrom } from "#test/support/random.ts";

export const collectedEvents = {
  events: [] as { messageId: string; event: Event }[],
  random: randomFrom(1) as Random,
  kills: 0,
  killing: true,
};
