import type { Contributions } from "#core/sums/declaration.ts";
import { begunAt } from "#lib/commerce/carts/lifecycle.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { DIRECT } from "#lib/commerce/carts/source-schema.ts";
import { countsOf, rateOf, type Sums, type Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const SUM_NAMES = ["carts", "checkouts", "orders_placed", "ordered", "abandoned", "recovered"] as const;
const MEASURES = [...SUM_NAMES, "rate"] as const;

/** What became of visitors' carts, on the day when each cart began. */
export const funnel = family({
  name: "funnel",
  isMoney: false,
  ahead: 0,
  stored: SUM_NAMES,
  shown: MEASURES,
  derive: deriveMeasures,
  splits: { source: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  const is = countsOf(sums, SUM_NAMES);
  return { ...is, rate: rateOf(is.ordered ?? 0, is.carts ?? 0) };
}

/** What a storefront cart adds; nothing if it never had a line or was merged into another. */
export function funnelContributions(cart: Cart, zone: string): Contributions {
  const { origin, merged_into_cart_id, checkout_at, converted_order_id, is_bought, status, source } = cart;
  const at = begunAt(cart);
  if (at === null || origin !== "storefront" || merged_into_cart_id !== null) return {};
  const isPlaced = converted_order_id !== null;
  const isOrdered = isPlaced && is_bought;
  const all = {
    carts: 1,
    checkouts: Number(checkout_at !== null),
    orders_placed: Number(isPlaced),
    ordered: Number(isOrdered),
    abandoned: Number(status === "abandoned" || status === "expired"),
    recovered: Number(isOrdered && cart.recovery_sent_at !== null),
  };
  const parts = inEverySplit(all, { source: source?.name ?? DIRECT });
  return contributionsOf("funnel", NO_MONEY, [{ at, all, parts }], zone);
}
