// What figures come to, added up one thing at a time: it knows nothing of how the backend reckons them.

/** Something that happened, in plain words: when, to what, and by how much each figure of that day grows by it. */
export interface Deed {
  family: string;
  at: number;
  /** `eu|EUR|t` of what has money, else nothing. */
  group: string;
  amounts: Readonly<Record<string, number>>;
  /** What of it is of which row of which split. */
  of: readonly { split: string; id: string; amounts: Readonly<Record<string, number>> }[];
}

/** Rows of figures, by what they are of. */
export type Plain = Map<string, Map<string, number>>;

/** Adds up deeds by the days that they happened on by the clocks of a zone. */
export function addedUp(deeds: readonly Deed[], zone: string): Plain {
  const rows: Plain = new Map();
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
  for (const { family, at, group, amounts, of } of deeds) {
    const [market = "", currency = "", test = ""] = group.split("|");
    const day = [days.format(at * 1000), test || "l", market, currency].join("|");
    add(`${family}|d|${day}`, amounts);
    for (const part of of) add(`${family}|s|${part.split}|${day}|${part.id}`, part.amounts);
  }
  return rows;
}

/** The same amounts in a row of each of some splits. */
export function all(
  splits: Readonly<Record<string, string>>,
  amounts: Deed["amounts"],
): { split: string; id: string; amounts: Deed["amounts"] }[] {
  return Object.entries(splits).map(([split, id]) => ({ split, id, amounts }));
}

/** A length of time as figures keep it: the first class whose end it does not pass, and itself. */
export function lasted(name: string, seconds: number): Record<string, number> {
  let number = 0;
  while (Math.ceil(2 ** (number / 8)) < seconds) number++;
  return { [`${name}.${number}`]: 1, [`${name}.sum`]: seconds };
}

/** The part of a tax that so much of a total gives back, half up. */
export function taxOf(tax: number, back: number, total: number): number {
  return total === 0 ? 0 : Math.floor((2 * tax * back + total) / (2 * total));
}
