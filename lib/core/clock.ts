import { optionalEnv } from "./env.ts";

/** The time in seconds, with fractions. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** A clock that starts at `seconds` and runs on, for requests that the local stack lets choose their time. */
export function clockAt(seconds: number): Clock {
  const offset = seconds - systemClock();
  return () => systemClock() + offset;
}

/** The clock of one request or message: the system's, or the one asked for where the local stack allows it. */
export function requestClock(asked: string | undefined): Clock {
  if (!asked || optionalEnv("LOCAL_CLOCK") !== "1") return systemClock;
  const seconds = Number(asked);
  return Number.isFinite(seconds) ? clockAt(seconds) : systemClock;
}
