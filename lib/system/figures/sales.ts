import { averageOf, countsOf, rateOf, type Sums, type Values } from "./amounts.ts";
import { family } from "./family.ts";

const COUNTED = [
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

const SHOWN = [...COUNTED, "average_order", "first_share"] as const;

/** Measures of splits by line: those of whole sales or of no line would not add up. */
const OF_LINES = [
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
  kept: COUNTED,
  shown: SHOWN,
  derived,
  splits: {
    product: OF_LINES,
    variant: OF_LINES,
    service: OF_LINES,
    provider: OF_LINES,
    promo_code: SHOWN,
    country: SHOWN,
    source: SHOWN,
    channel: SHOWN,
    payment_method: SHOWN,
  },
  amounts: new Set([
    ...["gross", "discount", "shipping", "tax", "total", "tax_included", "refunds", "refund_tax"],
    ...["write_offs", "write_off_tax", "net", "collected", "average_order"],
  ]),
});

function derived(sums: Sums): Values {
  const is = countsOf(sums, COUNTED);
  const of = (name: (typeof COUNTED)[number]) => is[name] ?? 0;
  const back = of("refunds") - of("refund_tax") + of("write_offs") - of("write_off_tax");
  return {
    ...is,
    tax_included: of("gross") - of("discount") + of("shipping") + of("tax") - of("total"),
    net: of("total") - of("tax") - back,
    average_order: averageOf(of("total"), of("orders")),
    first_share: rateOf(of("first_orders"), of("first_orders") + of("returning_orders")),
  };
}
