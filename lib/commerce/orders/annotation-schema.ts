import * as z from "zod";
import { nonBlankText, queryIds } from "#core/http/page.ts";
import { ItemSnapshotView } from "#lib/commerce/carts/quote-schema.ts";
import { AddressView } from "#lib/money/markets/address-schema.ts";
import { Tags } from "#lib/tenancy/visitors/customer-schema.ts";
import { Order, OrderNote } from "./schema.ts";

const MAX_ORDERS = 100;

export const OrderNoteView = OrderNote.pick({ id: true, text: true, account_id: true, created_at: true });

export const AddOrderNote = z
  .object({ text: nonBlankText(2000) })
  .meta({ examples: [{ text: "Wants it wrapped." }] });

export const TagOrder = z.object({ tags: Tags }).meta({ examples: [{ tags: ["gift"] }] });

export const ChangeOrders = z
  .object({
    action: z.enum(["fulfil", "tag", "untag"]),
    ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(MAX_ORDERS)
      .refine((ids) => new Set(ids).size === ids.length, "has an id twice"),
    tags: Tags.optional(),
  })
  .refine(({ action, tags = [] }) => action === "fulfil" || tags.length > 0, {
    path: ["tags"],
    message: "needs a tag",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ action: "tag", ids: ["order_01j9z3k4m5n6p7q8r9s0t1v2w3"], tags: ["gift"] }] });
export type ChangeOrders = z.output<typeof ChangeOrders>;

/** The result for each order, in the sequence of the request. */
export const OrdersChanged = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      changed: z.boolean(),
      error: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});
export type OrdersChanged = z.output<typeof OrdersChanged>;

export const SlipsQuery = z.object({
  ids: queryIds.meta({ examples: ["order_01j9z3k4m5n6p7q8r9s0t1v2w3"] }),
});

const SlipLine = z.object({
  name: z.string(),
  sku: z.string().nullable(),
  attributes: ItemSnapshotView.shape.attributes,
  quantity: z.int(),
  location_id: z.string().nullable(),
});

/** Packing slips of orders, and one pick list for all of them. */
export const PackingSlips = z.object({
  slips: z.array(
    Order.pick({ number: true }).extend({
      order_id: z.string(),
      address: AddressView.nullable(),
      lines: z.array(SlipLine),
      notes: z.array(OrderNoteView),
    }),
  ),
  picks: z.array(
    z.object({
      variant_id: z.string(),
      sku: z.string().nullable(),
      name: z.string(),
      location_id: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
});
export type PackingSlips = z.output<typeof PackingSlips>;
