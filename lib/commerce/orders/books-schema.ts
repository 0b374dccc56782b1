import * as z from "zod";
import { Intent } from "#lib/money/payments/intent-schema.ts";
import { REFUND_STATUSES } from "#lib/money/payments/schema.ts";

/**
 * What an order's books note. Money comes by `paid`, and `correction` takes back what was noted too much. What is to go
 * back is asked, then confirmed or refused; `refund_given` went without being asked for here, as cash and what a provider's
 * own desk gives, and `refund_reversed` came back again. A bank opens a dispute, which is then lost or won.
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

/** Units of an item of the order. */
export const UnitsOfItem = z.object({ order_item_id: z.string(), quantity: z.int() });
export const RefundLine = UnitsOfItem.extend({ amount: z.int() });
export const Actor = z.object({ type: z.string(), id: z.string() });

/** One line of an order's books. Lines are only ever added. */
export const BookEntry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** `cash`, or the payment and its page: `{payment_id}-{n}`. */
  source: z.string(),
  /** Minor units, above 0: the kind says what it adds to and what it takes from. */
  amount: z.int(),
  /** The refund that it is of; the provider's own name of one that was not asked for here, and of a dispute. */
  refund_id: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who did it, or the provider that said so. */
  actor: Actor,
  at: z.int(),
  /** Whether it goes back because more came than the order is worth. */
  over: z.boolean().optional(),
  /** What the money of a refund is for. */
  lines: z.array(RefundLine).optional(),
  shipping: z.int().optional(),
  /** What its caller named the refund, which was asked for once by that. */
  intent: Intent.optional(),
  /** What of a refund is more, or less, than its lines and shipping are worth, as its provider cannot say that exactly. */
  rounded: z.int().optional(),
});
export type BookEntry = z.output<typeof BookEntry>;

export const OrderRefund = z.object({
  id: z.string(),
  /** As its caller named it, or its id. */
  refund_id: z.string(),
  amount: z.int(),
  status: z.enum(REFUND_STATUSES),
  reason: z.string().nullable(),
  lines: z.array(RefundLine),
  shipping: z.int(),
  rounded: z.int(),
  /** Whether it was given at the provider's own desk, or taken back by a bank. */
  desk: z.boolean(),
  created_at: z.int(),
  /** When its money had gone back first. */
  settled_at: z.int().nullable(),
});
export type OrderRefund = z.output<typeof OrderRefund>;

/** How an order is, or was, paid for. What came of it is in its books. */
export const PaymentTerms = z.object({
  id: z.string().nullable(),
  type: z.enum(["cash", "credit_card", "free"]),
  method_key: z.string().nullable(),
  provider: z.string().nullable(),
  /** As the payment itself has it; `none` where nobody is asked to take money. */
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  promo_code: z.string().nullable(),
  /** Whether no money is taken: the sandbox, or an account's key for trials. */
  test: z.boolean().default(false),
});
export type PaymentTerms = z.output<typeof PaymentTerms>;

/** How an order is paid for, with the sums of its books. */
export const OrderPayment = PaymentTerms.extend({
  captured: z.int(),
  refunded: z.int(),
  refund_pending: z.int(),
  refunds: z.array(OrderRefund),
});
export type OrderPayment = z.output<typeof OrderPayment>;
