import * as z from "zod";
import {
  anyCase,
  ListQuery,
  MAX_PAGE_SIZE,
  nonBlankText,
  PageQuery,
  queryBoolean,
  queryInt,
  queryList,
} from "#core/http/page.ts";
import { snakeCase } from "#core/http/spelling-schema.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { CartItemInput, FormsInput } from "#lib/commerce/carts/request-schema.ts";
import { MAX_LINES, MAX_QUANTITY } from "#lib/commerce/carts/schema.ts";
import { AddressInput } from "#lib/money/markets/address-schema.ts";
import { IntentKey } from "#lib/money/payments/intent-schema.ts";
import { RefundRule } from "#lib/money/payments/schema.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import {
  CHANNELS,
  FULFILLMENT_STATUSES,
  ITEM_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  TO_DO,
} from "./schema.ts";

const Id = z.string().min(1).max(100);
const Reason = z.string().trim().max(500).nullish();
const Units = z.int().min(1).max(MAX_QUANTITY);

const Ids = queryList.pipe(z.array(z.string().max(200)).max(MAX_PAGE_SIZE));

export const OrderQuery = ListQuery.extend({
  contact_id: z.string().max(100).optional(),
  status: anyCase(ORDER_STATUSES).optional(),
  statuses: queryList.pipe(z.array(anyCase(ORDER_STATUSES)).max(10)).optional(),
  item_statuses: queryList.pipe(z.array(anyCase(ITEM_STATUSES)).max(10)).optional(),
  product_ids: Ids.optional(),
  sort_field: z.enum(["created_at", "updated_at", "key", "total"]).optional(),
  to_do: queryList.pipe(z.array(anyCase([...TO_DO, "none"])).max(10)).optional(),
  payment_statuses: queryList.pipe(z.array(anyCase(PAYMENT_STATUSES)).max(10)).optional(),
  fulfillment_statuses: queryList.pipe(z.array(anyCase(FULFILLMENT_STATUSES)).max(10)).optional(),
  markets: queryList.pipe(z.array(z.string().max(100)).max(MAX_PAGE_SIZE)).optional(),
  customer_id: z.string().max(100).optional(),
  tags: queryList.pipe(z.array(nonBlankText(40)).max(20)).optional(),
  channels: queryList.pipe(z.array(anyCase(CHANNELS)).max(10)).optional(),
  service_ids: Ids.optional(),
  provider_ids: Ids.optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be three letters")
    .toUpperCase()
    .optional(),
  total_from: queryInt(0, MAX_MONEY).optional(),
  total_to: queryInt(0, MAX_MONEY).optional(),
  count: queryBoolean.optional(),
}).refine(
  ({ currency, sort_field, total_from, total_to }) =>
    currency !== undefined || (sort_field !== "total" && total_from === undefined && total_to === undefined),
  { path: ["currency"], message: "is needed to compare totals" },
);
export type OrderQuery = z.output<typeof OrderQuery>;

export const OwnOrders = PageQuery.extend({
  status: anyCase(ORDER_STATUSES).optional(),
  statuses: queryList.pipe(z.array(anyCase(ORDER_STATUSES)).max(10)).optional(),
});
export type OwnOrders = z.output<typeof OwnOrders>;

const inputFields = {
  shipping_address: AddressInput.nullish(),
  billing_address: AddressInput.nullish(),
  forms: FormsInput.nullish(),
};

export const UpdateOrder = z
  .object({
    ...inputFields,
    id: z.string().max(100).optional(),
    store_id: z.string().max(100).optional(),
    confirm: z.boolean().nullish(),
    cancel: z.union([z.boolean(), z.object({ reason: Reason })]).nullish(),
    reason: Reason,
    refund: RefundRule,
    paid: z.boolean().nullish(),
    items: z
      .array(z.object({ id: Id, cancel_quantity: z.int().min(0).max(MAX_QUANTITY).nullish() }))
      .max(MAX_LINES * 2)
      .nullish(),
    /** Marks the order as a test order or as a real one, however it was paid. */
    test: z.boolean().nullish(),
    version: expectedVersion,
  })
  .meta({ examples: [{ cancel: true, reason: "out of print" }] });
export type UpdateOrder = z.output<typeof UpdateOrder>;

const Line = z.object({ order_item_id: Id, quantity: Units });
export const RefundOrder = z
  .object({
    amount: z.int().min(1).max(MAX_MONEY).nullish(),
    lines: z
      .array(Line.extend({ restock: z.boolean().nullish() }))
      .max(MAX_LINES * 2)
      .nullish(),
    /** Minor units, or true for all that is left. */
    shipping: z.union([z.int().min(0).max(MAX_MONEY), z.boolean()]).nullish(),
    reason: Reason,
    refund: RefundRule,
    refund_id: IntentKey,
    /** The spelling that refunds of a payment use for `refund_id`; ignoring it would repeat the refund. */
    refundId: IntentKey,
  })
  .meta({ examples: [{ amount: 500, reason: "a scratch" }] });
export type RefundOrder = z.output<typeof RefundOrder>;

export const TrackingFields = z.object({
  tracking_number: z.string().trim().max(200).nullish(),
  tracking_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
});

const WithoutLabel = TrackingFields.extend({
  lines: z
    .array(z.preprocess(snakeCase, Line))
    .min(1)
    .max(MAX_LINES * 2),
  carrier: z.string().trim().max(100).nullish(),
  service: z.string().trim().max(100).nullish(),
  shipment_id: IntentKey,
  /** Refused, because ignoring it would send the parcel without the requested label. */
  rate_id: z
    .string()
    .nullish()
    .refine((id) => !id, "buys a label: send it to POST /v1/stores/{storeId}/orders/{orderId}/shipments")
    .describe("Refused here: `POST …/shipments` buys the label of a rate."),
}).transform(({ rate_id: _, ...sent }) => sent);
export const FulfilOrder = z
  .preprocess(snakeCase, WithoutLabel)
  .meta({ examples: [{ lines: [{ order_item_id: "orit_01j9z3k4m5n6p7q8r9s0t1v2w3", quantity: 1 }] }] });
export type FulfilOrder = z.output<typeof FulfilOrder>;

export const CreateOrder = z
  .object({
    store_id: z.string().max(100).optional(),
    contact_id: Id.nullish(),
    customer_id: Id.nullish(),
    email: EmailAddress.nullish(),
    market: z.string().trim().max(100).nullish(),
    items: z.array(CartItemInput).min(1).max(MAX_LINES),
    shipping_address: AddressInput.nullish(),
    billing_address: AddressInput.nullish(),
    forms: FormsInput.nullish(),
    promo_code: z.string().trim().max(64).nullish(),
    payment_method_key: z.string().trim().max(100).nullish(),
    shipping_method_id: z.string().trim().max(100).nullish(),
    amount: z.int().min(0).max(MAX_MONEY).nullish(),
  })
  .meta({
    examples: [
      {
        email: "grace@example.com",
        market: "eu",
        payment_method_key: "cash",
        shipping_address: {
          name: "Grace Hopper",
          street1: "Torstr. 1",
          city: "Berlin",
          postal_code: "10119",
          country: "DE",
        },
        items: [
          { product_id: "prod_01j9z3k4m5n6p7q8r9s0t1v2w3", variant_id: "var_01j9z3k4m5n6p7q8r9s0t1v2w3" },
        ],
      },
    ],
  });
export type CreateOrder = z.output<typeof CreateOrder>;

export const AskReturn = z
  .object({
    lines: z
      .array(Line)
      .min(1)
      .max(MAX_LINES * 2),
    reason: Reason,
  })
  .meta({ examples: [{ lines: [{ order_item_id: "orit_01j9z3k4m5n6p7q8r9s0t1v2w3", quantity: 1 }] }] });
export type AskReturn = z.output<typeof AskReturn>;

export const DecideReturn = z
  .object({
    version: expectedVersion,
    status: anyCase(["received", "refused"]),
    restock: z.boolean().nullish(),
    /** Whether the return is refunded; `policy` refunds it only if the customer could cancel the order now. */
    refund: z.union([z.boolean(), RefundRule]).nullish(),
    note: Reason,
  })
  .meta({ examples: [{ status: "received", restock: true, refund: true }] });
export type DecideReturn = z.output<typeof DecideReturn>;

/** Mails that staff can send again. */
const MAIL_KINDS = ["confirmation", "shipment", "receipt"] as const;

export const MailOrder = z
  .object({ kind: z.enum(MAIL_KINDS) })
  .meta({ examples: [{ kind: "confirmation" }] });
export type MailOrder = z.output<typeof MailOrder>;

export const OrderMailed = MailOrder.extend({ to: z.string() });
export type OrderMailed = z.output<typeof OrderMailed>;
