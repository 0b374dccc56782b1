import { averageOf, countsOf, rateOf, type Sums, type Values } from "./amounts.ts";
import { family } from "./family.ts";

const SUM_NAMES = [
  "orders",
  "units",
  "gross",
  "discount",
  "shipping",
  "tax",
  "total",
  "tax_included",
  "refunds",
  "refund_tax",
  "write_offs",
  "write_off_tax",
  "net",
  "returned_units",
  "cancelled_orders",
  "collected",
  "first_orders",
  "returning_orders",
] as const;

const MEASURES = [...SUM_NAMES, "average_order", "first_share"] as const;

/** Measures of splits by line. Measures of whole sales are left out, because they would not add up. */
const LINE_MEASURES = [
  "orders",
  "units",
  "gross",
  "discount",
  "tax",
  "total",
  "tax_included",
  "refunds",
  "refund_tax",
  "write_offs",
  "write_off_tax",
  "net",
  "returned_units",
] as const;

/** Sales, refunds and collected money. */
export const sales = family({
  name: "sales",
  isMoney: true,
  ahead: 0,
  stored: SUM_NAMES,
  shown: MEASURES,
  derive: deriveMeasures,
  splits: {
    product: LINE_MEASURES,
    variant: LINE_MEASURES,
    service: LINE_MEASURES,
    provider: LINE_MEASURES,
    promo_code: MEASURES,
    country: MEASURES,
    source: MEASURES,
    channel: MEASURES,
    payment_method: MEASURES,
  },
  amounts: new Set([
    ...["gross", "discount", "shipping", "tax", "total", "tax_included", "refunds", "refund_tax"],
    ...["write_offs", "write_off_tax", "net", "collected", "average_order"],
  ]),
});

function deriveMeasures(sums: Sums): Values {
  const is = countsOf(sums, SUM_NAMES);
  const of = (name: (typeof SUM_NAMES)[number]) => is[name] ?? 0;
  const back = of("refunds") - of("refund_tax") + of("write_offs") - of("write_off_tax");
  return {
    ...is,
    tax_included: of("gross") - of("discount") + of("shipping") + of("tax") - of("total"),
    net: of("total") - of("tax") - back,
    average_order: averageOf(of("total"), of("orders")),
    first_share: rateOf(of("first_orders"), of("first_orders") + of("returning_orders")),
  };
}
