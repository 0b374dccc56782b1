import type { Discounts } from "#lib/money/money/pricing.ts";
import type { PromoCode, PromoCondition } from "./schema.ts";

/** Why a code does not apply. */
export type RefusalReason =
  | "not_found"
  | "archived"
  | "not_started"
  | "expired"
  | "min_order"
  | "products"
  | "services"
  | "market"
  | "shipping";

/** All that a code checks of a purchase. Every field is required: a forgotten one would count as "no". */
export interface Basket {
  /** Minor units before any discount. */
  subtotal: number;
  productIds: readonly string[];
  serviceIds: readonly string[];
  /** Whether anything is shipped, so that a shipping discount has an effect. */
  ships: boolean;
  /** Seconds. */
  now: number;
}

interface MarketName {
  id: string;
  key?: string | undefined;
}

type Rules = Pick<PromoCode, "status" | "discounts" | "conditions">;

/** Why a code does not apply to a basket; `undefined` when it does. Use limits are checked elsewhere. */
export function refusalReason(promo: Rules, basket: Basket): RefusalReason | undefined {
  if (promo.status === "archived") return "archived";
  for (const condition of promo.conditions) {
    const reason = conditionRefusal(condition, basket);
    if (reason) return reason;
  }
  return undefined;
}

/** Like `refusalReason`, and also refuses a code that takes nothing off in this market. */
export function refusalReasonInMarket(
  promo: Rules,
  basket: Basket,
  market: MarketName,
): RefusalReason | undefined {
  const reason = refusalReason(promo, basket);
  if (reason) return reason;
  const { percentages, amounts, shippingPercentages } = discountsIn(promo, market);
  if (percentages.length + amounts.length > 0) return undefined;
  if (shippingPercentages.length === 0) return "market";
  return basket.ships ? undefined : "shipping";
}

/** What a code takes off in a market. Discounts name the market by key or id. */
export function discountsIn({ discounts }: Rules, market: MarketName): Discounts {
  const here = discounts.filter(({ market_id }) => market_id === market.key || market_id === market.id);
  return {
    percentages: here.flatMap((each) => (each.type === "items_percentage" ? [each.bps] : [])),
    amounts: here.flatMap((each) => (each.type === "items_fixed" ? [each.amount] : [])),
    shippingPercentages: here.flatMap((each) => (each.type === "shipping_percentage" ? [each.bps] : [])),
  };
}

/** Whether item discounts apply to an item: to all, unless conditions name products or services. */
export function appliesToItem(
  { conditions }: Rules,
  item: { productId?: string; serviceId?: string },
): boolean {
  const named = conditions.flatMap(({ type, value }) =>
    type === "products" || type === "services" ? [{ type, ids: value.value }] : [],
  );
  if (named.length === 0) return true;
  return named.some(({ type, ids }) =>
    ids.includes((type === "products" ? item.productId : item.serviceId) ?? ""),
  );
}

export function limitOf({ conditions }: Rules, kind: "max_uses" | "max_uses_per_user"): number | undefined {
  const limits = conditions.flatMap(({ type, value }) =>
    type === kind && typeof value.value === "number" ? [value.value] : [],
  );
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function conditionRefusal(condition: PromoCondition, basket: Basket): RefusalReason | undefined {
  switch (condition.type) {
    case "products":
      return condition.value.value.some((id) => basket.productIds.includes(id)) ? undefined : "products";
    case "services":
      return condition.value.value.some((id) => basket.serviceIds.includes(id)) ? undefined : "services";
    case "min_order_amount":
      return basket.subtotal >= condition.value.value ? undefined : "min_order";
    case "date_range": {
      const { start, end } = condition.value.value;
      if (start != null && basket.now < start) return "not_started";
      return end != null && basket.now > end ? "expired" : undefined;
    }
    default:
      return undefined;
  }
}
