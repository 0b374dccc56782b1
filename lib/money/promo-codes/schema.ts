import * as z from "zod";
import { anyCase, nonBlankText, PageQuery, page, queryIds, UnixTime } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";

export const STATUSES = ["active", "archived"] as const;
const Code = nonBlankText(64).regex(
  /^[\p{L}\p{N}]([\p{L}\p{N}._+%-]*)$/u,
  "must be letters, digits and . _ + % -",
);
const MarketId = nonBlankText(100);
const Bps = z.int().min(0).max(10_000);

const ItemsPercentage = z.object({ type: z.literal("items_percentage"), market_id: MarketId, bps: Bps });
const ItemsFixed = z.object({
  type: z.literal("items_fixed"),
  market_id: MarketId,
  amount: z.int().min(0).max(MAX_MONEY),
});
const ShippingPercentage = z.object({
  type: z.literal("shipping_percentage"),
  market_id: MarketId,
  bps: Bps,
});
/** What a code takes off in one market. */
export const PromoDiscount = z.discriminatedUnion("type", [ItemsPercentage, ItemsFixed, ShippingPercentage]);
export type PromoDiscount = z.output<typeof PromoDiscount>;
export const PromoDiscountView = z.discriminatedUnion("type", [
  ItemsPercentage.pick({ type: true, market_id: true, bps: true }),
  ItemsFixed.pick({ type: true, market_id: true, amount: true }),
  ShippingPercentage.pick({ type: true, market_id: true, bps: true }),
]);

const Ids = z.object({ type: z.literal("ids"), value: z.array(z.string().min(1).max(100)).min(1).max(200) });
const Count = z.object({ type: z.literal("count"), value: z.int().min(0).max(1_000_000_000) });
const Amount = z.object({ type: z.literal("amount"), value: z.int().min(0).max(MAX_MONEY) });
const Range = z.object({ start: UnixTime.nullish(), end: UnixTime.nullish() });
const DateRange = z.object({
  type: z.literal("date_range"),
  value: Range.refine(({ start, end }) => start == null || end == null || start <= end, {
    path: ["end"],
    message: "is before start",
  }),
});

const ProductsCondition = z.object({ type: z.literal("products"), value: Ids });
const ServicesCondition = z.object({ type: z.literal("services"), value: Ids });
const AmountCondition = z.object({ type: z.literal("min_order_amount"), value: Amount });
const UsesCondition = z.object({ type: z.literal("max_uses"), value: Count });
const UserUsesCondition = z.object({ type: z.literal("max_uses_per_user"), value: Count });
const DatesCondition = z.object({ type: z.literal("date_range"), value: DateRange });
export const PromoCondition = z.discriminatedUnion("type", [
  ProductsCondition,
  ServicesCondition,
  AmountCondition,
  UsesCondition,
  UserUsesCondition,
  DatesCondition,
]);
export type PromoCondition = z.output<typeof PromoCondition>;

const IdsView = Ids.pick({ type: true, value: true });
const CountView = Count.pick({ type: true, value: true });
const AmountView = Amount.pick({ type: true, value: true });
const DateRangeView = DateRange.pick({ type: true }).extend({
  value: Range.pick({ start: true, end: true }),
});
export const PromoConditionView = z.discriminatedUnion("type", [
  ProductsCondition.pick({ type: true }).extend({ value: IdsView }),
  ServicesCondition.pick({ type: true }).extend({ value: IdsView }),
  AmountCondition.pick({ type: true }).extend({ value: AmountView }),
  UsesCondition.pick({ type: true }).extend({ value: CountView }),
  UserUsesCondition.pick({ type: true }).extend({ value: CountView }),
  DatesCondition.pick({ type: true }).extend({ value: DateRangeView }),
]);

const DiscountInput = z.preprocess(lowerTypes, PromoDiscount);
const ConditionInput = z.preprocess((sent) => wrapValue(lowerTypes(sent)), PromoCondition);

export const PromoCode = z.object({
  id: z.string(),
  store_id: z.string(),
  code: z.string(),
  status: z.enum(STATUSES),
  discounts: z.array(PromoDiscount),
  conditions: z.array(PromoCondition),
  created_at: z.int(),
  updated_at: z.int(),
});
export type PromoCode = z.output<typeof PromoCode>;

const examplePromo = {
  code: "SUMMER10",
  discounts: [{ type: "items_percentage", market_id: "eu", bps: 1000 }],
  conditions: [{ type: "max_uses", value: { type: "count", value: 100 } }],
};

export const PromoCodeView = PromoCode.pick({
  id: true,
  store_id: true,
  code: true,
  status: true,
  created_at: true,
  updated_at: true,
})
  .extend({
    discounts: z.array(PromoDiscountView),
    conditions: z.array(PromoConditionView),
    uses: z.int(),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "promo_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        code: "SUMMER10",
        status: "active",
        discounts: [{ type: "items_percentage", market_id: "eu", bps: 1000 }],
        conditions: [],
        uses: 3,
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type PromoCodeView = z.input<typeof PromoCodeView>;
export const PromoCodePage = page(PromoCodeView);

const Discounts = z.array(DiscountInput).max(50);
const Conditions = z.array(ConditionInput).max(20);

const fields = { conditions: Conditions.optional(), status: anyCase(STATUSES).optional() };

export const CreatePromoCode = z
  .object({ code: Code, discounts: Discounts, ...fields })
  .meta({ examples: [examplePromo] });

export const UpdatePromoCode = z
  .object({ code: Code.optional(), discounts: Discounts.optional(), ...fields, version: expectedVersion })
  .meta({ examples: [{ status: "archived" }] });

export const PromoCodeQuery = PageQuery.extend({
  ids: queryIds.optional(),
  query: z.string().max(200).optional(),
  status: anyCase(STATUSES).optional(),
});

const VALUE_TYPES = new Map([
  ["products", "ids"],
  ["services", "ids"],
  ["min_order_amount", "amount"],
  ["max_uses", "count"],
  ["max_uses_per_user", "count"],
  ["date_range", "date_range"],
]);

/** Wraps a bare value of a condition, such as `5000`, in the object that names the value's type. */
function wrapValue(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || !("type" in sent) || !("value" in sent)) return sent;
  const { value } = sent;
  const type = typeof sent.type === "string" ? VALUE_TYPES.get(sent.type) : undefined;
  const isBare = typeof value !== "object" || value === null || Array.isArray(value) || !("type" in value);
  return type && isBare ? { ...sent, value: { type, value } } : sent;
}

/** Types are accepted in any case. */
function lowerTypes(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === "type" && typeof item === "string") return [key, item.toLowerCase()];
      return [key, key === "value" ? lowerTypes(item) : item];
    }),
  );
}
