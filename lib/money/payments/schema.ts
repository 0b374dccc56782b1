import * as z from "zod";
import { anyCase, queryBoolean } from "#core/http/page.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import { Intent, IntentKey } from "./intent-schema.ts";

/** `authorized`: money is on its way. After `failed` (declined) and `expired` another page can be opened. */
export const PAYMENT_STATUSES = ["pending", "authorized", "captured", "failed", "expired"] as const;

export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

/** Money that came on one page. */
export const Capture = z.object({ attempt: z.int(), amount: z.int() });

/**
 * Money of a payment that goes back: our refund, one in the provider's dashboard (`desk`), or a bank's
 * dispute, which has succeeded once it is lost.
 */
export const Reversal = z.object({
  /** Our refund's id, or the provider's id if we did not request it. */
  id: z.string(),
  attempt: z.int(),
  kind: z.enum(["refund", "desk", "dispute"]),
  amount: z.int(),
  /** The part that counts: all reversals together never exceed what came. */
  counted: z.int(),
  status: z.enum(REFUND_STATUSES),
  /** When the refund was completed or the dispute lost. */
  settled_at: z.int().nullable().default(null),
  /** The idempotency key of the request, for a refund that was requested here. */
  intent: Intent.nullish(),
});
export type Reversal = z.output<typeof Reversal>;

/** A movement of a payment's money. Movements are only added. */
export const Movement = z.object({
  kind: z.enum(["collected", "refunded"]),
  /** The refund, or the provider's id of it; null for money that came. */
  id: z.string().nullable(),
  /** Minor units; negative when a movement is reversed. */
  amount: z.int(),
  at: z.int(),
});
export type Movement = z.output<typeof Movement>;

export const Payment = z.object({
  id: z.string(),
  tenant_id: z.string(),
  /** Reservation, order or subscription that is paid for. */
  reference: z.string(),
  provider: z.string(),
  /** The provider account that takes it; null for a provider that needs none. */
  credential_id: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  amount: z.int(),
  captured: z.int(),
  /** Refunded and confirmed by the provider. */
  refunded: z.int(),
  /** Pending refunds and open disputes. */
  refund_pending: z.int(),
  /** The parts of both sums that come from the provider's dashboard or a bank. */
  desk_refunded: z.int(),
  desk_pending: z.int(),
  /** The newest page, and the one whose money counts. */
  attempt: z.int(),
  captured_attempt: z.int().nullable(),
  captured_at: z.int().nullable().default(null),
  /** The money that came on each page. `captured` is that of the captured page; money of others is refunded. */
  takings: z.array(Capture).default([]),
  /** All reversals, from which the sums above are computed. */
  returns: z.array(Reversal).default([]),
  /** Whether no money is taken: the sandbox, or a test key. */
  test: z.boolean().default(false),
  /** The second from which the newest page takes no more money. */
  expires_at: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Payment = z.output<typeof Payment>;
/** A payment in events: its sums, without their parts. */
export const PaymentEvent = Payment.pick({
  id: true,
  tenant_id: true,
  reference: true,
  provider: true,
  credential_id: true,
  status: true,
  currency: true,
  amount: true,
  captured: true,
  refunded: true,
  refund_pending: true,
  desk_refunded: true,
  desk_pending: true,
  attempt: true,
  captured_attempt: true,
  captured_at: true,
  expires_at: true,
  created_at: true,
  updated_at: true,
});

/** One page of a payment, or one charge of a stored card. No event contains it, because its URL lets anybody pay. */
export const Attempt = z.object({
  tenant_id: z.string(),
  payment_id: z.string(),
  n: z.int(),
  reference: z.string(),
  provider: z.string(),
  credential_id: z.string().nullable(),
  status: z.enum(["opening", "open", "processing", "paid", "failed", "expired"]),
  amount: z.int(),
  currency: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), amount: z.int() })),
  /** Our own return URL. Stored, because a retry at the provider must send the same. */
  return_page: z.string().default(""),
  success_url: z.string(),
  cancel_url: z.string(),
  email: z.string().nullable(),
  expires_at: z.int(),
  provider_ref: z.string(),
  url: z.string(),
  charge_ref: z.string().nullable(),
  /** Whether to store the card for later periods; once the page was paid, the mandate to charge the card. */
  keeps_card: z.boolean().default(false),
  mandate: z.string().nullable().default(null),
  /** The mandate that is charged; null for an attempt with a page. */
  charged_by: z.string().nullable().default(null),
  /** Our refund of money that came when another page had been paid. */
  surplus_refund_id: z.string().nullable(),
  /** When to check with the provider, in case a callback was lost; null once nothing can change any more. */
  due_at: z.int().nullable(),
  created_at: z.int(),
});
export type Attempt = z.output<typeof Attempt>;
export type AttemptKey = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

export const Refund = z.object({
  id: z.string(),
  tenant_id: z.string(),
  payment_id: z.string(),
  attempt: z.int(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** Money of a second page, which never counted as captured. */
  surplus: z.boolean(),
  provider_ref: z.string().nullable(),
  intent: Intent.nullish(),
  reason: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Refund = z.output<typeof Refund>;

/** The units that an unpaid cash order adds to a count. */
export const CashHold = z.object({ name: z.string(), units: z.int() });
export type CashHold = z.output<typeof CashHold>;

/** Refunds only what the customer could get back now by cancelling. */
export const RefundRule = anyCase(["policy"]).nullish();
export type RefundRule = z.output<typeof RefundRule>;

export const RefundPayment = z
  .object({
    /** An id, or `reservation:<id>`, `order:<id>`. */
    entity: z.string().min(1).max(120),
    /** All that is left by default. */
    amount: z.int().min(1).max(MAX_MONEY).optional(),
    refund: RefundRule,
    refund_id: IntentKey,
    refundId: IntentKey,
  })
  .meta({ examples: [{ entity: "rsv_01j9z3k4m5n6p7q8r9s0t1v2w3", amount: 1500 }] });

export const PaymentRefunded = z.object({
  success: z.literal(true),
  refund: z.object({
    id: z.string(),
    refund_id: z.string(),
    refundId: z.string(),
    entity: z.string(),
    paymentId: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(REFUND_STATUSES).exclude(["failed"]),
    createdAt: z.int(),
  }),
});

export const PaymentEventReceived = z.object({ received: z.literal(true) });
export const CallbackQuery = z.object({
  /** The store whose account it is; left out for the platform's own account. */
  store: z.string().max(100).optional(),
});

export const ReturnQuery = z.object({ cancelled: queryBoolean.optional() });

export const DECISIONS = ["approve", "decline", "delay"] as const;

const EventText = z.string().min(1).max(255);

export const SandboxEvent = z.object({
  id: EventText,
  at: z.int().min(0),
  tenant_id: EventText,
  payment_id: EventText,
  n: z.int().min(0).max(999_999_999),
});
export type SandboxEvent = z.output<typeof SandboxEvent>;
