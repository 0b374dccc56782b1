import * as z from "zod";
import { anyCase, queryBoolean } from "#core/http/page.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import { Intent, IntentKey } from "./intent-schema.ts";

/** `authorized` money is on its way; `failed` it was declined, `expired` its page is over: another page can be opened. */
export const PAYMENT_STATUSES = ["pending", "authorized", "captured", "failed", "expired"] as const;

export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

/** What came on one page. */
export const Capture = z.object({ attempt: z.int(), amount: z.int() });

/**
 * Money of a payment that goes back: a refund that was asked for here, one of the provider's own desk, or what a
 * customer's bank has asked back, which has succeeded once it is lost and failed once it is won.
 */
export const Reversal = z.object({
  /** The refund's id here; the provider's own name for what was not asked for here. */
  id: z.string(),
  attempt: z.int(),
  kind: z.enum(["refund", "desk", "dispute"]),
  amount: z.int(),
  /** What of it counts: all that goes back is never more than what came. */
  counted: z.int(),
  status: z.enum(REFUND_STATUSES),
  /** When its money had gone back. */
  settled_at: z.int().nullable().default(null),
  /** What its caller named it, where it was asked for here. */
  intent: Intent.nullish(),
});
export type Reversal = z.output<typeof Reversal>;

/** Money of a payment, as it came and went: lines are only added. */
export const Movement = z.object({
  kind: z.enum(["collected", "refunded"]),
  /** The refund, or the provider's own name of it; null for money that came. */
  id: z.string().nullable(),
  /** Minor units; below 0 where it turned out otherwise. */
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
  /** The provider's account that it is made with; null for a provider that needs none. */
  credential_id: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  amount: z.int(),
  captured: z.int(),
  /** Given back, as the provider has confirmed. */
  refunded: z.int(),
  /** Set aside: refunds under way, and what a customer's bank has asked back. */
  refund_pending: z.int(),
  /** The parts of both sums that were not asked for here, but at the provider's own desk or by a bank. */
  desk_refunded: z.int(),
  desk_pending: z.int(),
  /** The newest page, and the one whose money counts. */
  attempt: z.int(),
  captured_attempt: z.int().nullable(),
  /** When its money was first known to have come. */
  captured_at: z.int().nullable().default(null),
  /** What came on each page: the sums above are of the one whose money counts, and what came on others goes back. */
  takings: z.array(Capture).default([]),
  /** What of it goes back, each as it stands now; the sums above are made of it. */
  returns: z.array(Reversal).default([]),
  /** Whether it takes no money: the sandbox, or an account's key for trials. */
  test: z.boolean().default(false),
  /** The second from which the newest page takes no money any more. */
  expires_at: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Payment = z.output<typeof Payment>;
/** What events show of a payment: its sums, and not what they are made of. */
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

/** One page of a payment. Never announced: who has its address may pay or decline. */
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
  /** Our own address, from which people go on to the shop: made once, as the provider compares what it is asked under one key. */
  return_page: z.string().default(""),
  success_url: z.string(),
  cancel_url: z.string(),
  email: z.string().nullable(),
  expires_at: z.int(),
  /** Empty until the provider has opened it. */
  provider_ref: z.string(),
  url: z.string(),
  charge_ref: z.string().nullable(),
  /** Whether the card is kept for later periods, and by what these can be charged once it was paid. */
  keeps_card: z.boolean().default(false),
  mandate: z.string().nullable().default(null),
  /** The mandate by which it is charged; null for one with a page. */
  charged_by: z.string().nullable().default(null),
  /** The refund of money that came when another page had been paid already. */
  surplus_refund_id: z.string().nullable(),
  /** When its provider is to be asked how it stands, lest a callback was lost; null once it is over. */
  due_at: z.int().nullable(),
  created_at: z.int(),
});
export type Attempt = z.output<typeof Attempt>;

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
  /** Why the provider refused it. */
  reason: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Refund = z.output<typeof Refund>;

/** What something that is to be paid in cash takes of a count, until it is paid or over. */
export const CashHold = z.object({ name: z.string(), units: z.int() });
export type CashHold = z.output<typeof CashHold>;

/** Gives back no more than the customer could have back now by cancelling without asking anybody. */
export const RefundRule = anyCase(["policy"]).nullish();
export type RefundRule = z.output<typeof RefundRule>;

export const RefundEntity = z
  .object({
    /** An id, or `reservation:<id>`, `order:<id>`. */
    entity: z.string().min(1).max(120),
    /** Everything that is left, unless said. */
    amount: z.int().min(1).max(MAX_MONEY).optional(),
    refund: RefundRule,
    refund_id: IntentKey,
    refundId: IntentKey,
  })
  .meta({ examples: [{ entity: "rsv_01j9z3k4m5n6p7q8r9s0t1v2w3", amount: 1500 }] });

export const Refunded = z.object({
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

export const Received = z.object({ received: z.literal(true) });
export const CallbackQuery = z.object({
  /** The store whose account the callback is of; the platform's own without it. */
  store: z.string().max(100).optional(),
});

export const ReturnQuery = z.object({ cancelled: queryBoolean.optional() });

/** The page of the sandbox: how a test customer decides. */
export const DECISIONS = ["approve", "decline", "delay"] as const;

/** A callback of the sandbox. */
/** What an address names an attempt by: tenant, payment, number. */
export const AttemptAddress = z.tuple([z.string(), z.string(), z.int()]);

const Named = z.string().min(1).max(255);

export const SandboxEvent = z.object({
  id: Named,
  at: z.int().min(0),
  tenant_id: Named,
  payment_id: Named,
  n: z.int().min(0).max(999_999_999),
});
export type SandboxEvent = z.output<typeof SandboxEvent>;
