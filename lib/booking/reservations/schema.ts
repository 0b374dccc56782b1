import * as z from "zod";
import { anyCase } from "#core/http/page.ts";
import { statusEntry } from "#core/records/schema.ts";
import { KeptLanguage } from "#core/texts/language-schema.ts";
import { staffOnly, tenantField } from "#core/view-schema.ts";
import { Block } from "#lib/booking/bookables/bookable-schema.ts";
import { TotalsView } from "#lib/money/money/totals-schema.ts";
import { CashHold, Movement, PAYMENT_STATUSES } from "#lib/money/payments/schema.ts";
import { ConditionView, DiscountView } from "#lib/money/promo-codes/schema.ts";

export const STATUSES = [
  "CREATED",
  "PENDING",
  "AUTHORIZED",
  "CONFIRMED",
  "COMPLETED",
  "CANCELLED",
  "FAILED",
  "NO_SHOW",
] as const;
export type Status = (typeof STATUSES)[number];

/** Parts that a reservation may have. */
export const MAX_PARTS = 10;

/** The older IN_PROGRESS is a confirmed reservation. */
export const StatusInput = z
  .string()
  .transform((text) => (text.toUpperCase() === "IN_PROGRESS" ? "CONFIRMED" : text))
  .pipe(anyCase(STATUSES));

export const Location = z.looseObject({ lat: z.number().optional(), lng: z.number().optional() });

/** One service by one provider at one time, as it is stored. */
export const Part = z.object({
  id: z.string(),
  serviceId: z.string(),
  providerId: z.string(),
  startTime: z.int(),
  endTime: z.int(),
  price: z.int(),
  blocks: z.array(Block),
  /** When the provider is busy with it: between these are the pauses. */
  work: z.array(z.object({ start: z.int(), end: z.int() })),
  /** Names of the service and the provider when it was booked, for the mails. */
  serviceName: z.string(),
  providerName: z.string(),
});
export type Part = z.output<typeof Part>;

/** What happened to a part once it was booked: lines are only added, so that figures of days that are over stay. */
export const PartLine = z.object({
  part_id: z.string(),
  is: z.enum(["booked", "moved", "cancelled"]),
  at: z.int(),
  by: z.enum(["customer", "staff", "system"]),
  service_id: z.string(),
  provider_id: z.string(),
  /** When it was to begin, and what it cost, by then. */
  start: z.int(),
  price: z.int(),
});
export type PartLine = z.output<typeof PartLine>;

/** How a reservation is, or was, paid for. */
export const ReservationPayment = z.object({
  id: z.string().nullable(),
  type: z.enum(["cash", "credit_card", "free"]),
  paymentMethodId: z.string().nullable(),
  provider: z.string().nullable(),
  status: z.enum(["none", ...PAYMENT_STATUSES]),
  market: z.string(),
  currency: z.string(),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
  captured: z.int(),
  refunded: z.int(),
  /** Refunds under way, and what a customer's bank has asked back. */
  refundPending: z.int().default(0),
  promoCode: z.string().nullable(),
  /** Whether no money is taken: the sandbox, or an account's key for trials. */
  test: z.boolean().default(false),
  movements: z.array(Movement).default([]),
});

export type ReservationPayment = z.output<typeof ReservationPayment>;

export const Reservation = z.object({
  id: z.string(),
  businessId: tenantField(z.string()),
  customerId: z.string().nullable(),
  /** The customer of the store under whom staff find it. */
  customer_id: staffOnly(z.string().nullable().default(null)),
  /** The order that its appointments are lines of: it decides about their payment. */
  orderId: z.string().nullable().default(null),
  email: z.string().nullable(),
  name: z.string().nullable(),
  market: z.string(),
  currency: z.string(),
  status: z.enum(STATUSES),
  statuses: z.array(statusEntry(z.string())),
  parts: z.array(Part),
  startTime: z.int(),
  endTime: z.int(),
  blocks: z.array(Block),
  location: Location.nullable(),
  payment: ReservationPayment.nullable(),
  total: z.int(),
  promoCode: z.string().nullable(),
  isApprovalRequired: z.boolean(),
  /** Second at which an unpaid hold ends. */
  holdExpiresAt: z.int().nullable(),
  /** What the customer's mails are written in. */
  language: KeptLanguage,
  movedAt: z.int().nullable(),
  /** When its customer was reminded, or was promised a time so near that there is no reminder. */
  remindedAt: z.int().nullable(),
  /** Ids of parts that were cancelled without giving their money back. */
  notRefunded: z.array(z.string()).default([]),
  /** What a guest's booking counts as that is to be paid in cash, until it is over. */
  cashHolds: z.array(CashHold).default([]),
  /** Who cancelled it. */
  cancelled_by: z.enum(["customer", "staff", "system"]).nullable().default(null),
  part_lines: z.array(PartLine).default([]),
  /** Whether it was its customer's first sale in the store; null while that is not known. */
  is_first: z.boolean().nullable().default(null),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Reservation = z.output<typeof Reservation>;

/** Ways to pay as this family prints them. */
export const PAID_BY = ["CASH", "CREDIT_CARD", "FREE"] as const;

/** Why what is quoted cannot be booked or bought as it is asked for. */
export const UNAVAILABLE = ["slot_taken", "outside_hours", "past", "other_length", "not_active"] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

const QuoteItem = z.object({
  type: z.enum(["service", "product"]),
  serviceId: z.string().nullable(),
  providerId: z.string().nullable(),
  productId: z.string().nullable(),
  variantId: z.string().nullable(),
  quantity: z.int(),
  amount: z.int(),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Whether it can be had, and a word for why not; a line without a time always can. */
  availability: z.object({ ok: z.boolean(), reason: z.string().nullable() }),
});
export type QuoteItem = z.output<typeof QuoteItem>;

export const Quote = z.object({
  id: z.string(),
  market: z.string(),
  currency: z.string(),
  items: z.array(QuoteItem),
  /** A second name of `items`. */
  lineItems: z.array(QuoteItem),
  /** Whether all of it can be had. */
  available: z.boolean(),
  subtotal: z.int(),
  shipping: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
  chargeAmount: z.int(),
  paymentMethods: z.array(
    z.object({ id: z.string(), key: z.string(), type: z.string(), method: z.string() }),
  ),
  money: TotalsView,
  payment: TotalsView.extend({ type: z.enum(PAID_BY), method: z.enum(PAID_BY) }),
  promoCode: z.string().nullable(),
  promo: z
    .object({
      promoCodeId: z.string(),
      code: z.string(),
      discounts: z.array(DiscountView),
      conditions: z.array(ConditionView),
    })
    .nullable(),
  expiresAt: z.int(),
});
export type Quote = z.output<typeof Quote>;

/** What a reservation is when it is checked out: one to pay for, one that waits for staff, or one that stands. */
export const CheckedOutStatus = z.enum(STATUSES).extract(["CREATED", "PENDING", "CONFIRMED"]);

export const CheckedOut = z.object({
  reservationId: z.string(),
  status: CheckedOutStatus,
  total: z.int(),
  currency: z.string(),
  paymentId: z.string().nullable(),
  /** Where to pay; null when there is nothing to pay now. */
  checkoutUrl: z.string().nullable(),
  paymentUrl: z.string().nullable(),
});
export type CheckedOut = z.output<typeof CheckedOut>;
