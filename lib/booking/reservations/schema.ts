import * as z from "zod";
import { anyCase } from "#core/http/page.ts";
import { statusEntry } from "#core/records/schema.ts";
import { StoredLanguage } from "#core/texts/language-schema.ts";
import { staffOnly, tenantField } from "#core/view-schema.ts";
import { ReservationBlock } from "#lib/booking/bookables/bookable-schema.ts";
import { TotalsView } from "#lib/money/money/totals-schema.ts";
import { CashHold, Movement, PAYMENT_STATUSES } from "#lib/money/payments/schema.ts";
import { PromoConditionView, PromoDiscountView } from "#lib/money/promo-codes/schema.ts";

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

export const MAX_PARTS = 10;

/** The older API's IN_PROGRESS means CONFIRMED. */
export const StatusInput = z
  .string()
  .transform((text) => (text.toUpperCase() === "IN_PROGRESS" ? "CONFIRMED" : text))
  .pipe(anyCase(STATUSES));

export const Coordinates = z.looseObject({ lat: z.number().optional(), lng: z.number().optional() });

export const Part = z.object({
  id: z.string(),
  serviceId: z.string(),
  providerId: z.string(),
  startTime: z.int(),
  endTime: z.int(),
  price: z.int(),
  blocks: z.array(ReservationBlock),
  /** When the provider is busy; the gaps are pauses. */
  work: z.array(z.object({ start: z.int(), end: z.int() })),
  /** Names at the time of booking, which mails use. */
  serviceName: z.string(),
  providerName: z.string(),
});
export type Part = z.output<typeof Part>;

/** What happened to a booked part. Lines are only added, so that figures of past days never change. */
export const PartLine = z.object({
  part_id: z.string(),
  is: z.enum(["booked", "moved", "cancelled"]),
  at: z.int(),
  by: z.enum(["customer", "staff", "system"]),
  service_id: z.string(),
  provider_id: z.string(),
  /** The part's beginning and price at that time. */
  start: z.int(),
  price: z.int(),
});
export type PartLine = z.output<typeof PartLine>;

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
  /** Pending refunds and open disputes. */
  refundPending: z.int().default(0),
  promoCode: z.string().nullable(),
  /** True if no real money is taken: in the sandbox, or with an account's test key. */
  test: z.boolean().default(false),
  movements: z.array(Movement).default([]),
});

export type ReservationPayment = z.output<typeof ReservationPayment>;

export const Reservation = z.object({
  id: z.string(),
  businessId: tenantField(z.string()),
  customerId: z.string().nullable(),
  /** The store's customer to whom the reservation belongs. */
  customer_id: staffOnly(z.string().nullable().default(null)),
  /** The order whose lines these appointments are; it handles their payment. */
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
  blocks: z.array(ReservationBlock),
  location: Coordinates.nullable(),
  payment: ReservationPayment.nullable(),
  total: z.int(),
  promoCode: z.string().nullable(),
  isApprovalRequired: z.boolean(),
  /** Unix second at which an unpaid hold ends. */
  holdExpiresAt: z.int().nullable(),
  /** Language of the customer's mails. */
  language: StoredLanguage,
  movedAt: z.int().nullable(),
  /** When the reminder was sent, or when it was skipped because the appointment was less than a day away. */
  remindedAt: z.int().nullable(),
  /** Ids of parts that were cancelled without a refund. */
  notRefunded: z.array(z.string()).default([]),
  /** The limit counters that count a guest's cash booking until it ends. */
  cashHolds: z.array(CashHold).default([]),
  cancelled_by: z.enum(["customer", "staff", "system"]).nullable().default(null),
  part_lines: z.array(PartLine).default([]),
  /** Whether it was its customer's first sale in the store; null while unknown. */
  is_first: z.boolean().nullable().default(null),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Reservation = z.output<typeof Reservation>;

/** Payment types as answers about reservations name them. */
export const PAYMENT_TYPES = ["CASH", "CREDIT_CARD", "FREE"] as const;

export const SLOT_PROBLEMS = ["slot_taken", "outside_hours", "past", "other_length", "not_active"] as const;
export type SlotProblem = (typeof SLOT_PROBLEMS)[number];

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
  /** Whether the item can be booked, and why not; an item without a time always can. */
  availability: z.object({ ok: z.boolean(), reason: z.string().nullable() }),
});
export type QuoteItem = z.output<typeof QuoteItem>;

export const ReservationQuote = z.object({
  id: z.string(),
  market: z.string(),
  currency: z.string(),
  items: z.array(QuoteItem),
  /** Alias of `items`. */
  lineItems: z.array(QuoteItem),
  /** Whether everything can be booked. */
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
  payment: TotalsView.extend({ type: z.enum(PAYMENT_TYPES), method: z.enum(PAYMENT_TYPES) }),
  promoCode: z.string().nullable(),
  promo: z
    .object({
      promoCodeId: z.string(),
      code: z.string(),
      discounts: z.array(PromoDiscountView),
      conditions: z.array(PromoConditionView),
    })
    .nullable(),
  expiresAt: z.int(),
});
export type ReservationQuote = z.output<typeof ReservationQuote>;

/** Statuses after a checkout: waiting for payment, waiting for staff, or confirmed. */
export const ReservationCheckoutStatus = z.enum(STATUSES).extract(["CREATED", "PENDING", "CONFIRMED"]);

export const ReservationCheckout = z.object({
  reservationId: z.string(),
  status: ReservationCheckoutStatus,
  total: z.int(),
  currency: z.string(),
  paymentId: z.string().nullable(),
  /** URL of the payment page; null if nothing is to be paid now. */
  checkoutUrl: z.string().nullable(),
  paymentUrl: z.string().nullable(),
});
export type ReservationCheckout = z.output<typeof ReservationCheckout>;
