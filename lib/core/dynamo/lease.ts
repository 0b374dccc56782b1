import { randomUUID } from "node:crypto";
import { type Condition, changeItem } from "./change.ts";
import type { Key } from "./key.ts";

/** Seconds after which a silent holder loses the lease; longer than one round of its work. */
export const LEASE_SECONDS = 60;

/**
 * Takes a lease on a record, good for `LEASE_SECONDS`. It raises the record's version: a holder that was silent for
 * too long can neither write with `ifLeaseHeld` nor replace the record that it read.
 *
 * @param now seconds
 * @param set fields to write with it
 * @param add numbers to add with it
 * @param condition that must hold too
 * @returns the item after the change; `undefined` while another holds the lease, or where the condition does not
 *   hold
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

/** The condition that nobody else has taken the lease. */
export function ifLeaseHeld({ lease }: { lease: string }): Condition {
  return { expression: "lease = :lease", values: { ":lease": lease } };
}
