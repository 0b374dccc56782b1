// Expected figures, added up change by change without any code of the backend.

/** Something that happened, and by how much each figure of its day grows. */
export interface FigureChange {
  family: string;
  at: number;
  /** Market, currency and test mark, such as `eu|EUR|t`; empty for figures without money. */
  group: string;
  amounts: Readonly<Record<string, number>>;
  /** Amounts of the rows of each split. */
  of: readonly { split: string; id: string; amounts: Readonly<Record<string, number>> }[];
}

export type FigureRows = Map<string, Map<string, number>>;

/** Adds up changes by the days of a time zone. */
export function sumChanges(changes: readonly FigureChange[], zone: string): FigureRows {
  const rows: FigureRows = new Map();
  const days = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const add = (row: string, amounts: Readonly<Record<string, number>>) => {
    const sums = rows.get(row) ?? new Map<string, number>();
    for (const [name, amount] of Object.entries(amounts)) {
      const sum = (sums.get(name) ?? 0) + amount;
      if (sum === 0) sums.delete(name);
      else sums.set(name, sum);
    }
    if (sums.size > 0) rows.set(row, sums);
    else rows.delete(row);
  };
  for (const { family, at, group, amounts, of } of changes) {
    const [market = "", currency = "", test = ""] = group.split("|");
    const day = [days.format(at * 1000), test || "l", market, currency].join("|");
    add(`${family}|d|${day}`, amounts);
    for (const part of of) add(`${family}|s|${part.split}|${day}|${part.id}`, part.amounts);
  }
  return rows;
}

/** Rows with these amounts, one for each split. */
export function amountsBySplit(
  splits: Readonly<Record<string, string>>,
  amounts: FigureChange["amounts"],
): { split: string; id: string; amounts: FigureChange["amounts"] }[] {
  return Object.entries(splits).map(([split, id]) => ({ split, id, amounts }));
}

/** The measures of a duration: one more in its length class, and its seconds in the sum. */
export function durationClass(name: string, seconds: number): Record<string, number> {
  let number = 0;
  while (Math.ceil(2 ** (number / 8)) < seconds) number++;
  return { [`${name}.${number}`]: 1, [`${name}.sum`]: seconds };
}

/** The share of a tax that belongs to a refund of `back` out of `total`, rounded half up. */
export function refundedTaxOf(tax: number, back: number, total: number): number {
  return total === 0 ? 0 : Math.floor((2 * tax * back + total) / (2 * total));
}
