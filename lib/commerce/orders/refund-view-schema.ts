import * as z from "zod";
import { REFUND_STATUSES } from "#lib/money/payments/schema.ts";

const RefundSource = z.object({
  source: z.enum(["card", "cash"]),
  refund_id: z.string(),
  amount: z.int(),
  status: z.enum(REFUND_STATUSES).exclude(["failed"]),
});
export const RefundAnswer = z.object({
  id: z.string(),
  /** As its caller named it, or its id. */
  refund_id: z.string(),
  /** Empty for money that was given by hand. */
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(REFUND_STATUSES).exclude(["failed"]),
  created_at: z.int(),
  /** Where it is given from: the card first, and what it has not left by hand. */
  sources: z.array(RefundSource),
});
export type RefundMade = z.output<typeof RefundAnswer>;
