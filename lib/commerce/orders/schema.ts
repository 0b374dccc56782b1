import * as z from "zod";
import { KeptLanguage } from "#core/texts/language-schema.ts";
import { Money, ShippingLine, Snapshot } from "#lib/commerce/carts/quote-schema.ts";
import { FilledForm } from "#lib/commerce/carts/schema.ts";
import { Address } from "#lib/money/markets/address-schema.ts";
import { CashHold } from "#lib/money/payments/schema.ts";
import { Actor, BookEntry, PaymentTerms, UnitsOfItem } from "./books-schema.ts";

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
export const ITEM_STATUSES = ["pending", "confirmed", "cancelled"] as const;

/** Where units of an item come from, and how many of them are still reserved there. */
export const Held = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  location_id: z.string(),
  quantity: z.int(),
  counted: z.boolean(),
  reserved: z.int(),
});
export type Held = z.output<typeof Held>;

export const ItemStatus = z.object({
  status: z.enum(ITEM_STATUSES),
  expires_at: z.int().nullable(),
  reason: z.string().nullable(),
});

export const OrderItem = z.object({
  id: z.string(),
  /** The cart's line that it was. */
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
  /** Of the cancelled units, those that were not paid for. */
  unpaid_quantity: z.int().default(0),
  location_id: z.string().nullable(),
  allocations: z.array(Held),
  snapshot: Snapshot,
  status: ItemStatus,
  fulfillment_status: z.enum(FULFILLMENT_STATUSES).exclude(["not_required"]),
  money: Money,
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
  lines: z.array(UnitsOfItem),
  carrier: z.string().nullable(),
  service: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  label_url: z.string().nullable(),
  status: z.enum(SHIPMENT_STATUSES),
  label_status: z.enum(["requested", "purchased", "failed", "unknown"]).nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Shipment = z.output<typeof Shipment>;

export const RETURN_STATUSES = ["asked", "received", "refused"] as const;
export const OrderReturn = z.object({
  id: z.string(),
  status: z.enum(RETURN_STATUSES),
  lines: z.array(UnitsOfItem),
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

export const Order = z.object({
  id: z.string(),
  number: z.string(),
  store_id: z.string(),
  contact_id: z.string().nullable(),
  account_id: z.string().nullable(),
  source_cart_id: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  items: z.array(OrderItem),
  shipping_lines: z.array(ShippingLine),
  payment: PaymentTerms,
  /** Its books: entries are only added, and every sum of money that it shows is made of them. */
  entries: z.array(BookEntry).default([]),
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
  /** Number of its receipt: given once money has come for it, or nothing is to be paid. */
  receipt_number: z.string().nullable(),
  hold_ends_at: z.int().nullable(),
  /** What it counts as while its cash has not come. */
  cash_holds: z.array(CashHold).default([]),
  /** Where the buyer goes on after paying, as the checkout said it. */
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  /** When the minute tick has something to do about it. */
  tend_at: z.int().nullable(),
  /** What the buyer's mails are written in. */
  language: KeptLanguage,
  created_at: z.int(),
  updated_at: z.int(),
});
export type Order = z.output<typeof Order>;

/** How much a hold keeps, and until when; read by the buyers who find too little. */
export const Hold = z.object({
  store_id: z.string(),
  order_id: z.string(),
  ends_at: z.int(),
  variant_ids: z.array(z.string()),
});
export type Hold = z.output<typeof Hold>;

export const Counter = z.object({ store_id: z.string(), name: z.string(), n: z.int() });
