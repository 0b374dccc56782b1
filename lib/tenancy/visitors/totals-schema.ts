import * as z from "zod";

const Count = z.int().min(0);
const Amounts = z.record(z.string(), z.int());

export const CustomerTotals = z.object({
  orders: Count,
  spent: Amounts,
  refunded: Amounts,
  first_order_at: z.int().nullable(),
  last_order_at: z.int().nullable(),
  appointments: Count,
  no_shows: Count,
  /** Whether all records of the store are counted. */
  complete: z.boolean(),
});
export type CustomerTotals = z.output<typeof CustomerTotals>;
