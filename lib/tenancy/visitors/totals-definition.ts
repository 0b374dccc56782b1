import { DAY } from "#core/seconds.ts";

/** The totals of customers. Raise the number when any is computed differently. */
export const TOTALS = { name: "customers", definition: 1, checkedEvery: 30 * DAY } as const;

export function totalsRow(customerId: string): string {
  return `${ROW_PREFIX}${customerId}`;
}

export function customerOfRow(row: string): string {
  return row.slice(ROW_PREFIX.length);
}

const ROW_PREFIX = "customer:";

/** Prefixes of measures, before a currency or time. */
export const SPENT = "spent:";
export const REFUNDED = "refunded:";
/** Prefix of order times: the smallest and largest of these measures are the first and last order. */
export const ORDERED_AT = "at:";
