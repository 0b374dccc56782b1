import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random.ts";

/**
 * Lets others go on for some milliseconds: paces who looks again and again, or is late on purpose. Nothing that a test
 * claims may rest on how long it is.
 */
export function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds);
}

/** Lets a random time pass, below so many milliseconds: what runs at once then meets at other moments each time. */
export function stagger(random: Random, milliseconds: number): Promise<void> {
  return pause(random.int(milliseconds));
}
