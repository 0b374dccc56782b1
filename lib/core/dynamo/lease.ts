import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type Condition, changeItem } from "./change.ts";
import type { Key } from "./key.ts";

/** The fields of a record that one worker at a time holds: a token of its own, and until when it is good. */
export const leaseFields = {
  lease: z.string().default(""),
  /** Seconds. */
  lease_until: z.number().default(0),
};

/** Seconds that a holder may be silent before another takes over; longer than one round of its work. */
export const LEASE = 60;

/**
 * Takes the sole right to work on a record; it is good for `LEASE` seconds.
 *
 * @param given fields that are written with it, and what must hold besides
 * @returns the item as it is now; `undefined` while another has the right, or where the condition does not hold
 */
export function takeLease(
  key: Key,
  now: number,
  { set = {}, condition }: { set?: object; condition: Condition },
): Promise<Record<string, unknown> | undefined> {
  return changeItem(
    key,
    { set: { ...set, lease: randomUUID(), lease_until: now + LEASE } },
    {
      expression: `${condition.expression} and (attribute_not_exists(lease_until) or lease_until <= :now)`,
      values: { ...condition.values, ":now": now },
    },
  );
}

/** The condition that the right is still with the one who took it. */
export function stillHeld({ lease }: { lease: string }): Condition {
  return { expression: "lease = :lease", values: { ":lease": lease } };
}
