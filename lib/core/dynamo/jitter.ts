import { setTimeout as sleep } from "node:timers/promises";

/** Waits a random time: what ran into each other goes on at different moments. `most` is in milliseconds. */
export function jitter(most: number): Promise<void> {
  return sleep(Math.random() * most);
}
