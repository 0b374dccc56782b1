import type { Contributions } from "#core/sums/declaration.ts";
import { allocateDeductions } from "./allocate-deductions.ts";
import { addSums, type Sums } from "./amounts.ts";
import { contributionsOf, type Fact as FigureFact, inEverySplit } from "./facts.ts";
import type { Sale, SoldLine } from "./sale.ts";

/** A fact of a sale, in total and by line. */
interface SaleFact {
  at: number;
  all: Sums;
  lines: readonly { line: SoldLine; amounts: Sums }[];
}

/** What a sale adds, on the day of each of its facts. */
export function salesContributions(sale: Sale, zone: string): Contributions {
  const facts = factsOf(sale).map(({ at, all, lines }): FigureFact => {
    const things = byItem(lines).map(([[split, id], amounts]) => ({ split, id, amounts }));
    return { at, all, parts: [...inEverySplit(all, sale.marks), ...things] };
  });
  return contributionsOf("sales", sale, facts, zone);
}

function factsOf(sale: Sale): SaleFact[] {
  const { soldAt, cancelledAt, collected } = sale;
  const none = { lines: [] };
  return [
    {
      at: soldAt,
      all: soldAmounts(sale),
      lines: sale.lines.map((line) => ({ line, amounts: lineAmounts(line) })),
    },
    ...(cancelledAt === null ? [] : [{ at: cancelledAt, all: { cancelled_orders: 1 }, ...none }]),
    ...collected.map(({ at, amount }) => ({ at, all: { collected: amount }, ...none })),
    ...deductionFacts(sale),
  ];
}

function soldAmounts({ lines, total, isFirst }: Sale): Sums {
  const goods = lines.filter(({ isShipping }) => !isShipping);
  const sum = (some: readonly SoldLine[], field: "units" | "gross" | "discount" | "tax") =>
    some.reduce((all, line) => all + line[field], 0);
  return {
    orders: 1,
    units: sum(goods, "units"),
    gross: sum(goods, "gross"),
    discount: sum(goods, "discount"),
    shipping: sum(
      lines.filter(({ isShipping }) => isShipping),
      "gross",
    ),
    tax: sum(lines, "tax"),
    total,
    ...(isFirst === null ? {} : { [isFirst ? "first_orders" : "returning_orders"]: 1 }),
  };
}

function lineAmounts({ units, gross, discount, tax, total }: SoldLine): Sums {
  return { units, gross, discount, tax, total };
}

function deductionFacts({ lines, deductions: back }: Sale): SaleFact[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return allocateDeductions(lines, back).map((parts, index): SaleFact => {
    const { at = 0, kind, units = [], amount = 0 } = back[index] ?? {};
    const [money, tax] =
      kind === "write_off"
        ? (["write_offs", "write_off_tax"] as const)
        : (["refunds", "refund_tax"] as const);
    const ofLines = parts.flatMap((part) => {
      const line = byId.get(part.bucket);
      return line ? [{ line, amounts: { [money]: part.amount, [tax]: part.tax } }] : [];
    });
    const returned = units.flatMap((each) => {
      const line = byId.get(each.bucket);
      return line ? [{ line, amounts: { returned_units: each.units } }] : [];
    });
    const all = {
      [money]: amount,
      [tax]: parts.reduce((sum, part) => sum + part.tax, 0),
      returned_units: units.reduce((sum, each) => sum + each.units, 0),
    };
    return { at, all, lines: [...ofLines, ...returned] };
  });
}

/** Amounts by item. A sale with several lines of one item counts as one order of it. */
function byItem(lines: SaleFact["lines"]): [readonly [split: string, id: string], Sums][] {
  const found = new Map<string, [readonly [string, string], Sums]>();
  for (const { line, amounts } of lines) {
    for (const thing of Object.entries(line.itemIds)) {
      const known = found.get(thing.join("|"))?.[1] ?? {};
      const orders: Sums = amounts.gross === undefined ? {} : { orders: 1 };
      found.set(thing.join("|"), [thing, { ...addSums(known, amounts), ...orders }]);
    }
  }
  return [...found.values()];
}
