import * as z from "zod";
import { Intent } from "#lib/money/payments/intent-schema.ts";
import { REFUND_STATUSES } from "#lib/money/payments/schema.ts";

/**
 * `paid` adds money, and `correction` removes what was recorded too much. A refund is requested, then confirmed or
 * refused. `refund_given` was never requested here: it is cash, or was made at the provider; `refund_reversed` undoes
 * it. A bank opens a dispute, which is lost or won.
 */
const ENTRY_KINDS = [
  "paid",
  "correction",
  "refund_asked",
  "refund_confirmed",
  "refund_refused",
  "refund_given",
  "refund_reversed",
  "dispute_opened",
  "dispute_lost",
  "dispute_won",
  "dispute_reversed",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const ItemQuantity = z.object({ order_item_id: z.string(), quantity: z.int() });
export const RefundLine = ItemQuantity.extend({ amount: z.int() });
export const Actor = z.object({ type: z.string(), id: z.string() });

/** Entries of an order's books are added, and never changed or removed. */
export const PaymentEntry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** `cash`, or the payment and its payment page: `{payment_id}-{n}`. */
  source: z.string(),
  /** Minor units above 0; the kind says which sums change. */
  amount: z.int(),
  /** Id of its refund. A dispute, or a refund made at the provider, has the provider's id. */
  refund_id: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who did it, or the provider that reported it. */
  actor: Actor,
  at: z.int(),
  /** True for a refund or dispute of an overpayment. */
  over: z.boolean().optional(),
  lines: z.array(RefundLine).optional(),
  shipping: z.int().optional(),
  /** The caller's `refund_id`; a repeated request with it refunds nothing more. */
  intent: Intent.optional(),
  /** What rounding adds to the price of a refund's lines and shipping, as the provider accepts only round amounts. */
  rounded: z.int().optional(),
});
export type PaymentEntry = z.output<typeof PaymentEntry>;

export const OrderRefund = z.object({
  id: z.string(),
  /** The caller's id of the refund, or else the refund's own id. */
  refund_id: z.string(),
  amount: z.int(),
  status: z.enum(REFUND_STATUSES),
  reason: z.string().nullable(),
  lines: z.array(RefundLine),
  shipping: z.int(),
  rounded: z.int(),
  /** Whether it was made at the provider, or is a lost dispute. */
  desk: z.boolean(),
  created_at: z.int(),
  /** When it first succeeded. */
  settled_at: z.int().nullable(),
});
export type OrderRefund = z.output<typeof OrderRefund>;

/** How an order is paid; the books have the sums of money. */
export const PaymentTerms = z.object({
  id: z.string().nullable(),
  type: z.enum(["cash", "credit_card", "free"]),
  method_key: z.string().nullable(),
  provider: z.string().nullable(),
  /** Status of the payment; `none` if no provider takes money. */
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  promo_code: z.string().nullable(),
  /** True if no real money is taken: in the sandbox, or with an account's test key. */
  test: z.boolean().default(false),
});
export type PaymentTerms = z.output<typeof PaymentTerms>;

export const OrderPayment = PaymentTerms.extend({
  captured: z.int(),
  refunded: z.int(),
  refund_pending: z.int(),
  refunds: z.array(OrderRefund),
});
export type OrderPayment = z.output<typeof OrderPayment>;
