import { FUTURE } from "./dates.ts";

type Sleeper = { until: number; wake: () => void };

/** Milliseconds by which sleepers may wake late, so that some wake together. */
const MAX_LATE_MS = 10;

/** A clock in milliseconds that stands still until all parties sleep, and then moves to the first wake-up. */
export function virtualClock(parties: number) {
  let now = FUTURE * 1000;
  let awake = parties;
  let sleepers: Sleeper[] = [];
  const next = () => {
    if (awake > 0 || sleepers.length === 0) return;
    now = Math.max(now, Math.min(...sleepers.map(({ until }) => until)) + MAX_LATE_MS);
    const due = sleepers.filter(({ until }) => until <= now);
    sleepers = sleepers.filter(({ until }) => until > now);
    awake += due.length;
    for (const { wake } of due) wake();
  };
  const leave = () => {
    awake -= 1;
    next();
  };
  return {
    now: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ until: now + milliseconds, wake });
        leave();
      }),
    /** Called by each party when it ends. */
    leave,
  };
}
