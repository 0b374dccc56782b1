import * as z from "zod";
import { optionalEnv } from "#core/env.ts";
import { HOUR } from "#core/seconds.ts";

/** Intervals of retries, polls and look-ups; `SOCIAL_TIMES` can replace each of them. */
export const Times = z.object({
  /** Seconds after an unanswered call at which each of the first look-ups is made. */
  rounds: z.array(z.number()).min(1),
  /** Seconds between further look-ups, and seconds after the call at which they end. */
  every: z.number(),
  until: z.number(),
  /** Seconds before a step that failed is tried again; doubled each time. */
  retry: z.number(),
  /** Seconds between polls of a network that is processing. */
  poll: z.number(),
});
type Times = z.output<typeof Times>;

const DEFAULTS: Times = { rounds: [10, 60, 300, 900], every: HOUR, until: 24 * HOUR, retry: 10, poll: 60 };

let cached: { text: string; times: Times } | undefined;

/** The intervals of retries, polls and look-ups. */
export function retryTimes(): Times {
  const text = optionalEnv("SOCIAL_TIMES");
  if (text === undefined) return DEFAULTS;
  if (cached?.text !== text)
    cached = { text, times: Times.parse({ ...DEFAULTS, ...Times.partial().parse(JSON.parse(text)) }) };
  return cached.times;
}

/** Most tries of a repeatable step, and seconds within which they are made. */
export const MAX_TRIES = 6;
export const TRY_WINDOW = 15 * 60;
