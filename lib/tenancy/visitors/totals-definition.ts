import { DAY } from "#core/seconds.ts";

/** The totals of customers. Raise the number when any of them is reckoned in another way. */
export const TOTALS = { name: "customers", definition: 1, checkedEvery: 30 * DAY } as const;

/** The row of a customer. */
export function totalsRow(customerId: string): string {
  return `${PREFIX}${customerId}`;
}

/** The customer whose row it is. */
export function customerOfRow(row: string): string {
  return row.slice(PREFIX.length);
}

const PREFIX = "customer:";

/** What the measures of a row begin with, before the currency or the time. */
export const SPENT = "spent:";
export const REFUNDED = "refunded:";
/** When an order was made: the first and the last are told by which are there. */
export const ORDERED_AT = "at:";
