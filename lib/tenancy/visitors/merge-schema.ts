import * as z from "zod";
import { CustomerView } from "./customer-schema.ts";

export const MergeCustomers = z
  .object({
    from: z.string().min(1).max(100),
    dry_run: z.boolean().nullish(),
    open_access: z.boolean().nullish(),
  })
  .meta({ examples: [{ from: "con_01j9z3k4m5n6p7q8r9s0t1v2w3", dry_run: true }] });
export type MergeCustomers = z.output<typeof MergeCustomers>;

const Count = z.int().min(0);
export const MergedRecords = z.object({
  orders: Count,
  carts: Count,
  reservations: Count,
  conversations: Count,
  submissions: Count,
  subscriptions: Count,
});
export type MergedRecords = z.output<typeof MergedRecords>;

export const CustomersMerged = z.object({
  contact: CustomerView,
  /** How many records a merge would move, for a dry run; null for an actual merge. */
  moves: MergedRecords.nullable(),
  /** Addresses with which somebody can sign in as this customer after the merge. */
  addresses: z.array(z.string()),
});
export type CustomersMerged = z.output<typeof CustomersMerged>;
