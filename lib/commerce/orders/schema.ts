import * as z from "zod";
import { StoredLanguage } from "#core/texts/language-schema.ts";
import { ItemAmounts, ItemSnapshot, ShippingLine } from "#lib/commerce/carts/quote-schema.ts";
import { FilledForm } from "#lib/commerce/carts/schema.ts";
import { DIRECT } from "#lib/commerce/carts/source-schema.ts";
import { Address } from "#lib/money/markets/address-schema.ts";
import { Intent } from "#lib/money/payments/intent-schema.ts";
import { CashHold } from "#lib/money/payments/schema.ts";
import { OwnConsent } from "#lib/tenancy/visitors/own-consents-schema.ts";
import { Actor, ItemQuantity, PaymentEntry, PaymentTerms, RefundLine } from "./books-schema.ts";

export const ORDER_STATUSES = [
  "pending",
  "confirmed",
  "partially_cancelled",
  "cancelled",
  "completed",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_STATUSES = [
  "unpaid",
  "pending",
  "authorized",
  "paid",
  "partially_refunded",
  "refunded",
  "failed",
  "expired",
] as const;
export const FULFILLMENT_STATUSES = [
  "unfulfilled",
  "partially_fulfilled",
  "fulfilled",
  "not_required",
] as const;
/** What is left to do about an order about an order, in display order. */
export const TO_DO = ["confirm", "ship", "collect", "pay", "return"] as const;
export const ITEM_STATUSES = ["pending", "confirmed", "cancelled"] as const;

/** The location of units of an item, and how many are still reserved there. */
export const HeldStock = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  location_id: z.string(),
  quantity: z.int(),
  counted: z.boolean(),
  reserved: z.int(),
});
export type HeldStock = z.output<typeof HeldStock>;

export const ItemStatus = z.object({
  status: z.enum(ITEM_STATUSES),
  expires_at: z.int().nullable(),
  reason: z.string().nullable(),
});

export const OrderItem = z.object({
  id: z.string(),
  /** Id of the cart's line. */
  line_id: z.string(),
  type: z.enum(["product", "service"]),
  product_id: z.string().nullable(),
  variant_id: z.string().nullable(),
  service_id: z.string().nullable(),
  provider_id: z.string().nullable(),
  reservation_id: z.string().nullable(),
  part_id: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  quantity: z.int(),
  cancelled_quantity: z.int(),
  fulfilled_quantity: z.int(),
  returned_quantity: z.int(),
  refunded_quantity: z.int(),
  /** Cancelled units that were not paid for. */
  unpaid_quantity: z.int().default(0),
  location_id: z.string().nullable(),
  allocations: z.array(HeldStock),
  snapshot: ItemSnapshot,
  status: ItemStatus,
  fulfillment_status: z.enum(FULFILLMENT_STATUSES).exclude(["not_required"]),
  money: ItemAmounts,
});
export type OrderItem = z.output<typeof OrderItem>;

export const SHIPMENT_STATUSES = [
  "pending",
  "label_created",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "failed",
  "returned",
  "cancelled",
] as const;
export const Shipment = z.object({
  id: z.string(),
  order_id: z.string(),
  location_id: z.string().nullable(),
  rate_id: z.string().nullable(),
  lines: z.array(ItemQuantity),
  carrier: z.string().nullable(),
  service: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  label_url: z.string().nullable(),
  status: z.enum(SHIPMENT_STATUSES),
  label_status: z.enum(["requested", "purchased", "failed", "unknown"]).nullable(),
  /** The caller's `shipment_id`; a repeated request with it sends nothing more. */
  intent: Intent.nullish(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Shipment = z.output<typeof Shipment>;

export const RETURN_STATUSES = ["asked", "received", "refused"] as const;
export const OrderReturn = z.object({
  id: z.string(),
  status: z.enum(RETURN_STATUSES),
  lines: z.array(ItemQuantity),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  refund_id: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type OrderReturn = z.output<typeof OrderReturn>;

export const HistoryEntry = z.object({
  action: z.string(),
  reason: z.string().nullable(),
  actor: Actor,
  timestamp: z.int(),
});

/** An amount of an unpaid order that is not due any more. */
export const WriteOff = z.object({
  id: z.string(),
  at: z.int(),
  amount: z.int(),
  /** Amounts of items; the rest is shipping. */
  lines: z.array(RefundLine),
});
export type WriteOff = z.output<typeof WriteOff>;

export const CHANNELS = ["storefront", "staff", "import"] as const;

/** Facts by which reports group sales; they are not personal and stay when the customer is deleted. */
export const OrderAttribution = z.object({
  /** From the shipping address, else from the billing address. */
  country: z.string().nullable().default(null),
  /** Where the buyer came from. */
  source: z.string().default(DIRECT),
  /** Whether it was its customer's first sale in the store; null while unknown. */
  is_first: z.boolean().nullable().default(null),
  /** When its cart got its first line. */
  begun_at: z.int().nullable().default(null),
  is_recovered: z.boolean().default(false),
});
export type OrderAttribution = z.output<typeof OrderAttribution>;

export const OrderNote = z.object({
  id: z.string(),
  text: z.string(),
  account_id: z.string(),
  created_at: z.int(),
});

export const Order = z.object({
  id: z.string(),
  number: z.string(),
  store_id: z.string(),
  contact_id: z.string().nullable(),
  /** Groups a customer's orders for staff; it gives no visitor access to the order. */
  customer_id: z.string().nullable().default(null),
  account_id: z.string().nullable(),
  source_cart_id: z.string().nullable(),
  email: z.string().nullable(),
  /** Consents given in the checkout; the worker that indexes the order stores them with the customer. */
  consents: z.array(OwnConsent).default([]),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  items: z.array(OrderItem),
  shipping_lines: z.array(ShippingLine),
  payment: PaymentTerms,
  /** The order's books: entries are only added, and all sums are computed from them. */
  entries: z.array(PaymentEntry).default([]),
  shipping_address: Address.nullable(),
  billing_address: Address.nullable(),
  forms: z.array(FilledForm),
  shipments: z.array(Shipment),
  returns: z.array(OrderReturn),
  history: z.array(HistoryEntry),
  reservation_ids: z.array(z.string()),
  market: z.string(),
  tax_inclusive: z.boolean(),
  currency: z.string(),
  subtotal: z.int(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  total: z.int(),
  promo_code: z.string().nullable(),
  /** Receipt number; assigned once money has come or nothing is due. */
  receipt_number: z.string().nullable(),
  /** When the order's hold ends, while the order waits for its buyer to pay. */
  hold_ends_at: z.int().nullable(),
  /** When the provider was last asked about its authorized payment. */
  asked_at: z.int().nullable().default(null),
  /** The limit counters that count the order while it is unpaid. */
  cash_holds: z.array(CashHold).default([]),
  /** Where the buyer continues after paying. */
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  /** Language of the buyer's mails. */
  language: StoredLanguage,
  /** Null for an order from before it was stored; see `channelOf`. */
  channel: z.enum(CHANNELS).nullish(),
  /** Notes and tags of staff. They leave the order's public version unchanged, and no buyer sees them. */
  tags: z.array(z.string()).default([]),
  notes: z.array(OrderNote).default([]),
  /** Number of changes of tags and notes, which the public version leaves out; see `withPublicVersion`. */
  annotated: z.int().default(0),
  facts: OrderAttribution.default(OrderAttribution.parse({})),
  /** Whether staff marked the order as a test or as real; null if its payment decides. */
  test: z.boolean().nullable().default(null),
  sold_at: z.int().nullable().default(null),
  cancelled_at: z.int().nullable().default(null),
  write_offs: z.array(WriteOff).default([]),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Order = z.output<typeof Order>;

/** An order's hold and its end. A checkout that finds too little stock reads it. */
export const Hold = z.object({
  store_id: z.string(),
  order_id: z.string(),
  ends_at: z.int(),
  variant_ids: z.array(z.string()),
});
export type Hold = z.output<typeof Hold>;

export const Counter = z.object({ store_id: z.string(), name: z.string(), n: z.int() });
