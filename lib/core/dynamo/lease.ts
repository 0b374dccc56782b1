import { randomUUID } from "node:crypto";
import { type Condition, changeItem } from "./change.ts";
import type { Key } from "./key.ts";

/** Seconds that a holder may be silent before another takes over; longer than one round of its work. */
export const LEASE_SECONDS = 60;

/**
 * Takes the sole right to work on a record; it is good for `LEASE` seconds. The version of the record goes up with it: a
 * holder that was silent for too long can neither write with `stillHeld` nor replace the record that it read.
 *
 * @param now seconds
 * @param set fields that are written with it
 * @param add numbers that are added with it
 * @param condition what must hold besides
 * @returns the item as it is now; `undefined` while another has the right, or where the condition does not hold
 */
export function takeLease(
  key: Key,
  now: number,
  { set = {}, add = {}, condition }: { set?: object; add?: object; condition: Condition },
): Promise<Record<string, unknown> | undefined> {
  return changeItem(
    key,
    { set: { ...set, lease: randomUUID(), lease_until: now + LEASE_SECONDS }, add: { ...add, _v: 1 } },
    {
      ...condition,
      expression: `${condition.expression} and (attribute_not_exists(lease_until) or lease_until <= :now)`,
      values: { ...condition.values, ":now": now },
    },
  );
}

/** The condition that the right was not taken over since. */
export function isLeaseHeld({ lease }: { lease: string }): Condition {
  return { expression: "lease = :lease", values: { ":lease": lease } };
}
