import * as z from "zod";
import { REFUND_STATUSES } from "#lib/money/payments/schema.ts";

const RefundSource = z.object({
  source: z.enum(["card", "cash"]),
  refund_id: z.string(),
  amount: z.int(),
  status: z.enum(REFUND_STATUSES).exclude(["failed"]),
});
export const RefundResult = z.object({
  id: z.string(),
  /** The caller's id of the refund, or else the refund's own id. */
  refund_id: z.string(),
  /** Empty for cash. */
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(REFUND_STATUSES).exclude(["failed"]),
  created_at: z.int(),
  /** The card first, then the rest in cash. */
  sources: z.array(RefundSource),
});
export type RefundResult = z.output<typeof RefundResult>;
