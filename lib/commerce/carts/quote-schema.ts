import * as z from "zod";
import { Block, BlockView } from "#lib/content/blocks/schema.ts";
import { TotalsView } from "#lib/money/money/totals-schema.ts";
import { PromoConditionView, PromoDiscountView } from "#lib/money/promo-codes/schema.ts";
import { CartProblem } from "./problem-schema.ts";

export const REASONS = [
  "insufficient_stock",
  "no_price",
  "archived",
  "deleted",
  "slot_taken",
  "outside_hours",
  "past",
] as const;
export type Reason = (typeof REASONS)[number];

export const ItemAmounts = z.object({
  unit_price: z.int(),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
});
export const ItemAmountsView = ItemAmounts.pick({
  unit_price: true,
  subtotal: true,
  discount: true,
  tax: true,
  total: true,
});

/** What was sold; later changes of the product do not change it. */
export const ItemSnapshot = z.object({
  key: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  image: z.string().nullable(),
  attributes: z.array(Block),
  requires_shipping: z.boolean(),
  weight: z.int().nullable(),
  price: z.int().nullable(),
});
export type ItemSnapshot = z.output<typeof ItemSnapshot>;
export const ItemSnapshotView = ItemSnapshot.pick({
  key: true,
  name: true,
  sku: true,
  image: true,
  requires_shipping: true,
  weight: true,
  price: true,
}).extend({
  attributes: z.array(BlockView),
  /** Null for an appointment. */
  product_key: z.string().nullable(),
  variant_sku: z.string().nullable(),
  variant_attributes: z.array(BlockView),
});

export const ShippingLine = z.object({
  id: z.string(),
  method_id: z.string(),
  key: z.string(),
  name: z.string(),
  amount: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Whether the buyer collects the goods. */
  pickup: z.boolean().default(false),
});
export type ShippingLine = z.output<typeof ShippingLine>;
export const ShippingLineView = ShippingLine.pick({
  id: true,
  method_id: true,
  key: true,
  name: true,
  amount: true,
  discount: true,
  tax: true,
  total: true,
}).extend({ title: z.string() });

const Availability = z.object({
  ok: z.boolean(),
  reason: z.enum(REASONS).optional(),
  available: z.int().nullable(),
});

export const QuoteItem = ItemAmountsView.extend({
  type: z.enum(["product", "service"]),
  line_id: z.string(),
  product_id: z.string().nullable(),
  variant_id: z.string().nullable(),
  service_id: z.string().nullable(),
  provider_id: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  quantity: z.int(),
  money: ItemAmountsView,
  snapshot: ItemSnapshotView,
  availability: Availability,
});

export const OfferedShippingMethod = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  amount: z.int(),
  eta_text: z.string().nullable(),
  taxable: z.boolean(),
  pickup: z.boolean(),
});
export type OfferedShippingMethod = z.output<typeof OfferedShippingMethod>;

const PaymentMethod = z.object({ id: z.string(), key: z.string(), type: z.string(), method: z.string() });

export const CartQuote = z.object({
  id: z.string(),
  expires_at: z.int(),
  market: z.string(),
  currency: z.string(),
  zone: z.string().nullable(),
  items: z.array(QuoteItem),
  shipping_lines: z.array(ShippingLineView),
  subtotal: z.int(),
  shipping: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
  money: TotalsView,
  shipping_method: OfferedShippingMethod.nullable(),
  shipping_methods: z.array(OfferedShippingMethod),
  payment_method: PaymentMethod.nullable(),
  payment_methods: z.array(PaymentMethod),
  promo_code: z
    .object({
      promo_code_id: z.string(),
      code: z.string(),
      discounts: z.array(PromoDiscountView),
      conditions: z.array(PromoConditionView),
    })
    .nullable(),
  payment: TotalsView.extend({ type: z.enum(["cash", "credit_card", "free"]) }),
  charge_amount: z.int().min(0),
  /** Inputs with which the cart can be priced but not ordered. */
  problems: z.array(CartProblem),
});
export type CartQuote = z.output<typeof CartQuote>;
