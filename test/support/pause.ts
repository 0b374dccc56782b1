import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random.ts";

/** Waits between polls, or to be late on purpose. No test may depend on its length. */
export function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds);
}

/** Waits for a random time, so that concurrent runs interleave differently. */
export function stagger(random: Random, milliseconds: number): Promise<void> {
  return pause(random.int(milliseconds));
}
