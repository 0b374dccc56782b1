import * as z from "zod";

const MOST_MONEY = 99_999_999_999;

export const PAYMENT_STATUSES = ["pending", "authorized", "captured", "failed"] as const;

export const Payment = z.object({
  id: z.string(),
  tenant_id: z.string(),
  reference: z.string(),
  provider: z.string(),
  provider_ref: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  amount: z.int(),
  captured: z.int(),
  /** Given back, and about to be: never more than was captured. */
  refunded: z.int(),
  checkout_url: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Payment = z.output<typeof Payment>;

export const Refund = z.object({
  id: z.string(),
  tenant_id: z.string(),
  payment_id: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(["pending", "succeeded", "failed"]),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Refund = z.output<typeof Refund>;

export const RefundEntity = z
  .object({
    entity: z.string().min(1).max(100),
    /** Everything that is left, unless said. */
    amount: z.int().min(1).max(MOST_MONEY).optional(),
  })
  .meta({ examples: [{ entity: "rsv_01j9z3k4m5n6p7q8r9s0t1v2w3", amount: 1500 }] });

export const Refunded = z.object({
  success: z.literal(true),
  refund: z.object({
    id: z.string(),
    entity: z.string(),
    paymentId: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(["pending", "succeeded", "failed"]),
    createdAt: z.int(),
  }),
});

export const Received = z.object({ received: z.literal(true) });

/** The page of the sandbox: how a test customer decides. */
export const DECISIONS = ["approve", "decline", "delay"] as const;

export const SandboxEvent = z.object({
  id: z.string(),
  type: z.enum(["authorized", "captured", "failed", "refunded"]),
  tenant_id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
});
export type SandboxEvent = z.output<typeof SandboxEvent>;
