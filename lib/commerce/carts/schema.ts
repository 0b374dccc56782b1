import * as z from "zod";
import { page } from "#core/http/page.ts";
import { StoredLanguage, StoredLanguages } from "#core/texts/language-schema.ts";
import { openView, recordVersion, staffOnly } from "#core/view-schema.ts";
import { BlockView } from "#lib/content/blocks/schema.ts";
import { Address, AddressView } from "#lib/money/markets/address-schema.ts";
import { TotalsView } from "#lib/money/money/totals-schema.ts";
import { CartProblem } from "./problem-schema.ts";
import { Source } from "./source-schema.ts";

export const CART_STATUSES = ["active", "abandoned", "converted", "expired"] as const;
export const ORIGINS = ["storefront", "admin"] as const;

/** Most lines of a cart, and most appointment slots in all of them. */
export const MAX_LINES = 40;
export const MAX_SLOTS = 20;
export const MAX_QUANTITY = 9999;

const FilledField = z.looseObject({ key: z.string() });
/** A form that the buyer filled in, for the shop or for a service. */
export const FilledForm = z.object({ form_id: z.string().nullable(), fields: z.array(FilledField) });
export type FilledForm = z.output<typeof FilledForm>;
export const FilledFormView = FilledForm.pick({ form_id: true }).extend({
  fields: z.array(openView(FilledField, FilledField.pick({ key: true }))),
});

export const CartItemSlot = z.object({ from: z.int(), to: z.int().nullable() });
export type CartItemSlot = z.output<typeof CartItemSlot>;
export const CartItemSlotView = CartItemSlot.pick({ from: true, to: true });

export const ProductLine = z.object({
  type: z.literal("product"),
  id: z.string(),
  product_id: z.string(),
  variant_id: z.string(),
  quantity: z.int(),
  /** Price that an operator set. */
  price: z.int().nullable(),
  /** Unit price when the line was added. */
  added_price: z.int().nullable(),
});
export const ServiceLine = z.object({
  type: z.literal("service"),
  id: z.string(),
  service_id: z.string(),
  provider_id: z.string(),
  slots: z.array(CartItemSlot),
  forms: z.array(FilledForm),
  added_price: z.int().nullable(),
});
export type ProductLine = z.output<typeof ProductLine>;
export type ServiceLine = z.output<typeof ServiceLine>;

export const CartLine = z.discriminatedUnion("type", [ProductLine, ServiceLine]);
export type CartLine = z.output<typeof CartLine>;

/** The prices that a customer was shown last; a checkout is checked against them. */
export const ShownPrices = z.object({
  quote_id: z.string().nullable(),
  principal: z.string(),
  /** Hash of what was priced: lines, address, code, shipping and payment method. */
  fingerprint: z.string(),
  lines: z.array(z.object({ line_id: z.string(), thing: z.string(), unit_price: z.int() })),
  sums: z
    .object({ discount: z.int(), shipping: z.int(), tax: z.int(), total: z.int(), currency: z.string() })
    .nullable(),
  /** Promo code of the quote. */
  promo_code: z.string().nullable().default(null),
  at: z.int(),
});
export type ShownPrices = z.output<typeof ShownPrices>;

/** Inputs of a cart besides its lines; when carts are merged, the last sent one wins. */
export const INPUT_FIELDS = [
  "shipping_address",
  "billing_address",
  "forms",
  "promo_code",
  "payment_method_key",
] as const;

export const Cart = z.object({
  id: z.string(),
  store_id: z.string(),
  contact_id: z.string().nullable(),
  status: z.enum(CART_STATUSES),
  origin: z.enum(ORIGINS),
  created_by_account_id: staffOnly(z.string().nullable()),
  market: z.string(),
  items: z.array(CartLine),
  shipping_address: Address.nullable(),
  billing_address: Address.nullable(),
  forms: z.array(FilledForm),
  promo_code: z.string().nullable(),
  /** The promo code that was last counted as a try. */
  tried_code: z.string().nullable().default(null),
  payment_method_key: z.string().nullable(),
  shipping_method_id: z.string().nullable(),
  /** When each input was sent last, in seconds with fractions. */
  sent_at: z.partialRecord(z.enum(INPUT_FIELDS), z.number()).default({}),
  /** The prices of the last quote, and of the last answer. */
  quoted: ShownPrices.nullable(),
  answered: ShownPrices.nullable(),
  converted_order_id: z.string().nullable(),
  /** True once its order is final or it was merged; before, a change cancels the order. */
  is_bought: z.boolean(),
  merged_into_cart_id: z.string().nullable(),
  last_action_at: z.int(),
  abandoned_at: z.int().nullable(),
  recovery_sent_at: z.int().nullable(),
  /** When it becomes abandoned unless it is changed. */
  abandons_at: z.int().default(0),
  /** Language of the visitor's mails and of the names of the cart's lines. */
  language: StoredLanguage,
  languages: StoredLanguages,
  /** Where the visitor came from last. */
  source: Source.nullable().default(null),
  /** When it got its first line from its visitor. */
  begun_at: z.int().nullish(),
  checkout_at: z.int().nullable().default(null),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Cart = z.output<typeof Cart>;

/** Current values that a shop shows for a line. */
const shownFields = {
  name: z.string(),
  slug: z.record(z.string(), z.string()),
  sku: z.string().nullable(),
  image: z.string().nullable(),
  attributes: z.array(BlockView),
  unit_price: z.int().nullable(),
  compare_at: z.int().nullable(),
  /** Units available; null if the stock is not counted. */
  available: z.int().nullable(),
  changed: z.array(z.enum(["price", "stock", "archived"])),
};

export const CartItemView = z.object({
  type: z.enum(["product", "service"]),
  id: z.string(),
  product_id: z.string().nullable(),
  variant_id: z.string().nullable(),
  service_id: z.string().nullable(),
  provider_id: z.string().nullable(),
  quantity: z.int(),
  price: z.int().nullable(),
  slots: z.array(CartItemSlotView),
  forms: z.array(FilledFormView),
  ...shownFields,
});
export type CartItemView = z.output<typeof CartItemView>;

export const QuoteSnapshot = z.object({
  id: z.string().nullable(),
  currency: z.string(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  total: z.int(),
  at: z.int(),
});

export const CartView = Cart.pick({
  id: true,
  store_id: true,
  contact_id: true,
  status: true,
  origin: true,
  created_by_account_id: true,
  market: true,
  promo_code: true,
  payment_method_key: true,
  shipping_method_id: true,
  converted_order_id: true,
  merged_into_cart_id: true,
  last_action_at: true,
  abandoned_at: true,
  recovery_sent_at: true,
  created_at: true,
  updated_at: true,
}).extend({
  shipping_address: AddressView.nullable(),
  billing_address: AddressView.nullable(),
  forms: z.array(FilledFormView),
  /** Recovers the cart; only its visitor sees it. */
  token: z.string().nullable(),
  currency: z.string(),
  items: z.array(CartItemView),
  item_count: z.int(),
  /** Current totals, with the discount of its promo code. */
  money: TotalsView.nullable(),
  quote_snapshot: QuoteSnapshot.nullable(),
  /** Inputs with which the cart cannot be ordered. */
  problems: z.array(CartProblem),
  /** Lines that did not fit when two carts were merged. */
  dropped: z.array(CartItemView).optional(),
  version: recordVersion(),
});
export type CartView = z.input<typeof CartView>;

/** Staff also see the visitor's source, and when the cart and its checkout began. */
export const StaffCart = CartView.extend({
  ...Cart.pick({ checkout_at: true }).shape,
  begun_at: z.int().nullable(),
  source: Source.pick({ name: true, campaign: true, at: true }).nullable(),
});
export type StaffCart = z.input<typeof StaffCart>;
export const CartPage = page(StaffCart);
