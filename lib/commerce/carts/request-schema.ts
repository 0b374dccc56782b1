import * as z from "zod";
import { anyCase, nonBlankText, PageQuery, queryBoolean, queryList } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { AddressInput } from "#lib/money/markets/address-schema.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import { OwnConsents } from "#lib/tenancy/visitors/own-consents-schema.ts";
import { CART_STATUSES, MAX_LINES, MAX_QUANTITY, MAX_SLOTS, ORIGINS } from "./schema.ts";
import { VisitSourceInput } from "./source-schema.ts";

/** The end of the year 9999 in Unix seconds. */
const MAX_TIME = 253_402_300_799;
const MAX_FORM_BYTES = 20_000;
const Id = z.string().min(1).max(100);
const Seconds = z.int().min(0).max(MAX_TIME);

export const FilledFormInput = z.object({
  form_id: Id.nullish().transform((id) => id ?? null),
  fields: z.array(z.looseObject({ key: z.string().max(200) })).max(100),
});
export const FormsInput = z
  .array(FilledFormInput)
  .max(10)
  .superRefine((forms, context) => {
    if (JSON.stringify(forms).length <= MAX_FORM_BYTES) return;
    context.addIssue({ code: "custom", message: "may have 20 KB in all" });
  });

const Amount = z.int().min(0).max(MAX_MONEY);
/** An amount in the cart's currency, alone or as the `amount` of a price object. */
const Price = z.union([Amount, z.looseObject({ amount: Amount }).transform(({ amount }) => amount)]);

const itemFields = {
  id: Id.nullish(),
  type: z.string().max(20).nullish(),
  product_id: Id.nullish(),
  variant_id: Id.nullish(),
  quantity: z.int().min(1).max(MAX_QUANTITY).nullish(),
  price: Price.nullish(),
  service_id: Id.nullish(),
  provider_id: Id.nullish(),
  slots: z
    .array(z.object({ from: Seconds, to: Seconds.nullish() }))
    .max(MAX_SLOTS)
    .nullish(),
  from: Seconds.nullish(),
  to: Seconds.nullish(),
  forms: FormsInput.nullish(),
};

/** A line in a request. Without `type`, the id of its product or service determines it. */
export const CartItemInput = z.object(itemFields).transform((sent, context) => {
  const { id, product_id, variant_id, service_id, provider_id } = sent;
  if (product_id && variant_id && sent.type?.toLowerCase() !== "service") {
    const { quantity, price } = sent;
    return {
      type: "product" as const,
      id: id ?? null,
      product_id,
      variant_id,
      quantity: quantity ?? 1,
      price: price ?? null,
    };
  }
  const slots = sent.slots ?? (typeof sent.from === "number" ? [{ from: sent.from, to: sent.to }] : []);
  if (service_id && provider_id && slots.length > 0) {
    const wanted = slots.map(({ from, to }) => ({ from, to: to ?? null }));
    const forms = sent.forms ?? [];
    return { type: "service" as const, id: id ?? null, service_id, provider_id, slots: wanted, forms };
  }
  const missing = service_id
    ? provider_id
      ? "slots"
      : "provider_id"
    : product_id
      ? "variant_id"
      : "product_id";
  const params = { error: "FIELD.REQUIRED_MISSING" };
  context.addIssue({ code: "custom", path: [missing], message: "is required", params });
  return z.NEVER;
});
export type CartItemInput = z.output<typeof CartItemInput>;

const Items = z.array(CartItemInput).max(MAX_LINES);

/** Fields of a cart in a request; `null` and an empty text clear a field. */
const inputFields = {
  market: nonBlankText(100).nullish(),
  items: Items.nullish(),
  shipping_address: AddressInput.nullish(),
  billing_address: AddressInput.nullish(),
  forms: FormsInput.nullish(),
  promo_code: z.string().trim().max(64).nullish(),
  payment_method_key: z.string().trim().max(100).nullish(),
  shipping_method_id: z.string().trim().max(100).nullish(),
};

const exampleLine = {
  product_id: "prod_01j9z3k4m5n6p7q8r9s0t1v2w3",
  variant_id: "var_01j9z3k4m5n6p7q8r9s0t1v2w3",
  quantity: 2,
};

export const OpenCurrentCart = z
  .object({
    store_id: z.string().max(100).nullish(),
    market: z.string().trim().max(100).nullish(),
    /** Token of a recovery link. The lines of the link's cart are merged into the visitor's cart. */
    token: z.string().max(300).nullish(),
    source: VisitSourceInput.nullable().catch(null).optional(),
  })
  .meta({ examples: [{ market: "us" }] });
export type OpenCurrentCart = z.output<typeof OpenCurrentCart>;

export const UpdateCart = z
  .object({
    ...inputFields,
    id: z.string().max(100).optional(),
    store_id: z.string().max(100).optional(),
    version: expectedVersion,
  })
  .meta({ examples: [{ promo_code: "SUMMER10", shipping_address: { country: "DE", city: "Berlin" } }] });
export type UpdateCart = z.output<typeof UpdateCart>;

export const CreateCart = z
  .object({ ...inputFields, store_id: z.string().max(100).optional(), contact_id: Id.nullish() })
  .meta({ examples: [{ market: "us" }] });
export type CreateCart = z.output<typeof CreateCart>;

/** A line to add, directly or under `item`. */
export const AddItem = z
  .preprocess(
    (body) => (typeof body === "object" && body !== null && "item" in body ? body.item : body),
    CartItemInput,
  )
  .meta({ examples: [exampleLine] });

export const RemoveItem = z
  .object({
    item_id: Id.nullish(),
    id: z.string().max(100).optional(),
    product_id: Id.nullish(),
    variant_id: Id.nullish(),
    service_id: Id.nullish(),
  })
  .superRefine(({ item_id, product_id, service_id }, context) => {
    if (item_id || product_id || service_id) return;
    const params = { error: "FIELD.REQUIRED_MISSING" };
    context.addIssue({ code: "custom", path: ["item_id"], message: "is required", params });
  })
  .meta({ examples: [{ item_id: "line_01j9z3k4m5n6p7q8r9s0t1v2w3" }] });
export type RemoveItem = z.output<typeof RemoveItem>;

export const QuoteCart = z
  .object({
    id: z.string().max(100).optional(),
    store_id: z.string().max(100).optional(),
    payment_method_key: z.string().trim().max(100).nullish(),
    shipping_method_id: z.string().trim().max(100).nullish(),
  })
  .meta({ examples: [{}] });

/** Items to be priced that are in no cart. */
export const QuoteOrder = z
  .object({
    ...inputFields,
    items: z.array(CartItemInput).min(1).max(MAX_LINES),
    store_id: z.string().max(100).optional(),
    payment_method_id: z.string().trim().max(100).nullish(),
  })
  .meta({ examples: [{ market: "us", items: [exampleLine] }] });
export type QuoteOrder = z.output<typeof QuoteOrder>;

const Url = z.url({ protocol: /^https?$/ }).max(2000);

export const CheckoutCart = z
  .object({
    id: z.string().max(100).optional(),
    store_id: z.string().max(100).optional(),
    payment_method_key: z.string().trim().max(100).nullish(),
    payment_method_id: z.string().trim().max(100).nullish(),
    return_url: Url.nullish(),
    cancel_url: Url.nullish(),
    email: EmailAddress.nullish(),
    /** One consent of the buyer for each channel. */
    consents: OwnConsents.nullish(),
    quote_id: z.string().max(1000).nullish(),
    quoteId: z.string().max(1000).nullish(),
    amount: z.int().min(0).max(MAX_MONEY).nullish(),
  })
  .meta({ examples: [{ payment_method_key: "cash", email: "grace@example.com" }] });
export type CheckoutCart = z.output<typeof CheckoutCart>;

export const CartToken = z.object({ token: z.string().max(300).optional() });

export const CartQuery = PageQuery.extend({
  contact_id: z.string().max(100).optional(),
  statuses: queryList.pipe(z.array(anyCase(CART_STATUSES)).max(10)).optional(),
  status: anyCase(CART_STATUSES).optional(),
  origins: queryList.pipe(z.array(anyCase(ORIGINS)).max(10)).optional(),
  has_items: queryBoolean.optional(),
});
export type CartQuery = z.output<typeof CartQuery>;
