import type { Schemas } from "#console/shared/api/types.ts";
import { isSame, type Values } from "#console/shared/form/merge.ts";
import { type Promo, ruleOf } from "../rules.ts";

export type Market = Schemas["Market"];
export type Kind = "percentage" | "amount" | "shipping" | "mixed";
type Discount = Promo["discounts"][number];
type Condition = Promo["conditions"][number];

/** 100 % in basis points. */
const FULL_BPS = 10_000;

export const amountFieldName = (market: string) => `amount:${market}`;

/** The kind of a code's discounts; `mixed` if the form cannot show them and so saves them unchanged. */
export function kindOf(discounts: readonly Discount[]): Kind {
  const markets = new Set(discounts.map(({ market_id }) => market_id));
  const [first] = discounts;
  if (!first) return "percentage";
  if (markets.size < discounts.length || discounts.some(({ type }) => type !== first.type)) return "mixed";
  if (first.type === "items_fixed") return "amount";
  if (discounts.some((each) => "bps" in each && each.bps !== first.bps)) return "mixed";
  if (first.type === "items_percentage") return "percentage";
  return first.bps === FULL_BPS ? "shipping" : "mixed";
}

function isMarket({ id, key }: Market, market: string): boolean {
  return market === id || market === key;
}

/** The values of the form for a code, or for a new one. */
export function valuesOf(promo: Promo | undefined, markets: readonly Market[]): Values {
  const discounts = promo?.discounts ?? [];
  const named = discounts.map(({ market_id }) => market_id);
  const everywhere = markets.every((market) => named.some((each) => isMarket(market, each)));
  const dates = promo && ruleOf(promo, "date_range");
  const rule = <T extends Condition["type"]>(type: T) => promo && ruleOf(promo, type);
  return {
    code: promo?.code ?? "",
    kind: kindOf(discounts),
    percent: discounts.flatMap((each) => (each.type === "items_percentage" ? [each.bps] : []))[0] ?? null,
    markets: everywhere || !promo ? [] : named,
    ...Object.fromEntries(
      markets.map((market) => [
        amountFieldName(market.key),
        discounts.flatMap((each) =>
          each.type === "items_fixed" && isMarket(market, each.market_id) ? [each.amount] : [],
        )[0] ?? null,
      ]),
    ),
    starts: dates?.start ?? null,
    ends: dates?.end ?? null,
    smallest: rule("min_order_amount") ?? null,
    uses: rule("max_uses") ?? null,
    usesEach: rule("max_uses_per_user") ?? null,
    products: rule("products") ?? [],
    services: rule("services") ?? [],
  };
}

const DISCOUNT_FIELDS = ["kind", "percent", "markets"];
/** The form fields of each type of condition. */
const CONDITIONS = {
  date_range: ["starts", "ends"],
  min_order_amount: ["smallest"],
  max_uses: ["uses"],
  max_uses_per_user: ["usesEach"],
  products: ["products"],
  services: ["services"],
} as const satisfies Record<Condition["type"], readonly string[]>;

/** The request with the changed fields, or all fields of a new code. A change of one condition sends all. */
export function bodyOf(values: Values, promo: Promo | undefined, markets: readonly Market[]) {
  const before = valuesOf(promo, markets);
  const isChanged = (names: readonly string[]) => names.some((name) => !isSame(values[name], before[name]));
  const amounts = markets.map(({ key }) => amountFieldName(key));
  const conditions = conditionsOf(values, promo?.conditions ?? [], isChanged);
  return {
    ...(isChanged(["code"]) || !promo ? { code: String(values.code).trim() } : {}),
    ...(isChanged([...DISCOUNT_FIELDS, ...amounts]) || !promo
      ? { discounts: discountsOf(values, promo?.discounts ?? [], markets) }
      : {}),
    ...(isSame(conditions, promo?.conditions ?? []) ? {} : { conditions }),
  };
}

function discountsOf(values: Values, stored: readonly Discount[], markets: readonly Market[]): Discount[] {
  const named = Array.isArray(values.markets) ? values.markets.map(String) : [];
  const marketKeys = named.length > 0 ? named : markets.map(({ key }) => key);
  const bps = typeof values.percent === "number" ? values.percent : 0;
  switch (values.kind) {
    case "percentage":
      return marketKeys.map((market_id) => ({ type: "items_percentage", market_id, bps }));
    case "shipping":
      return marketKeys.map((market_id) => ({ type: "shipping_percentage", market_id, bps: FULL_BPS }));
    case "amount":
      return markets.flatMap(({ key }): Discount[] => {
        const amount = values[amountFieldName(key)];
        return typeof amount === "number" ? [{ type: "items_fixed", market_id: key, amount }] : [];
      });
    default:
      return [...stored];
  }
}

function conditionsOf(
  values: Values,
  stored: readonly Condition[],
  isChanged: (names: readonly string[]) => boolean,
): Condition[] {
  const changed = Object.entries(CONDITIONS).flatMap(([type, names]) => (isChanged(names) ? [type] : []));
  const unchanged = stored.filter(({ type }) => !changed.includes(type));
  return [...unchanged, ...changed.flatMap((type) => conditionOf(type, values))];
}

/** The condition for the values of its fields; an empty list if they are empty. */
function conditionOf(type: string, values: Values): Condition[] {
  const [name = ""] = CONDITIONS[type as Condition["type"]];
  const value = values[name];
  if (type === "date_range") {
    const range = { start: values.starts ?? null, end: values.ends ?? null };
    const none = range.start === null && range.end === null;
    return none ? [] : [{ type, value: { type, value: range } } as Condition];
  }
  if (Array.isArray(value))
    return value.length > 0 ? [{ type, value: { type: "ids", value } } as Condition] : [];
  if (typeof value !== "number") return [];
  const kind = type === "min_order_amount" ? "amount" : "count";
  return [{ type, value: { type: kind, value } } as Condition];
}

/** The form field for a path of the request, such as `discounts[0].amount`. */
export function fieldOf(
  path: string,
  { discounts = [], conditions = [] }: ReturnType<typeof bodyOf>,
): string {
  const [, list, index] = /^(discounts|conditions)\[(\d+)\]/.exec(path) ?? [];
  const discount = list === "discounts" ? discounts[Number(index)] : undefined;
  if (discount?.type === "items_fixed") return amountFieldName(discount.market_id);
  if (discount) return path.endsWith("bps") ? "percent" : "markets";
  const condition = list === "conditions" ? conditions[Number(index)] : undefined;
  if (!condition) return path;
  const [first, last = first] = CONDITIONS[condition.type];
  return path.endsWith("end") ? last : first;
}
