import * as z from "zod";

const Count = z.int().min(0);
const Amounts = z.record(z.string(), z.int());

/** What the orders and bookings of a customer come to. */
export const Totals = z.object({
  orders: Count,
  spent: Amounts,
  refunded: Amounts,
  first_order_at: z.int().nullable(),
  last_order_at: z.int().nullable(),
  appointments: Count,
  no_shows: Count,
  /** Whether all of the store is counted. */
  complete: z.boolean(),
});
export type Totals = z.output<typeof Totals>;
