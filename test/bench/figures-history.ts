import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import type { Amounts } from "#core/sums/difference.ts";
import { rowWrites } from "#core/sums/read.ts";
import { dateOfDayNumber, dayNumber } from "#lib/system/figures/days.ts";
import { figureSums } from "#lib/system/figures/figure-sums.ts";
import { dayRowKind, hourMeasureName, hourRowKind, rowName, splitRowKind } from "#lib/system/figures/rows.ts";
import { sales } from "#lib/system/figures/sales.ts";
import { testContext } from "#test/support/world.ts";

const SALES_GROUPS = [
  { isTest: false, market: "eu", currency: "EUR" },
  { isTest: false, market: "us", currency: "USD" },
  { isTest: false, market: "jp", currency: "JPY" },
  { isTest: false, market: "gulf", currency: "KWD" },
];
const DAYS = 731;
const SPLIT_DAYS = 92;
const PRODUCTS = 30;
const BATCH_SIZE = 90;

export function daysAgo(days: number): string {
  return dateOfDayNumber(Math.floor(Date.now() / 1000 / DAY) - days);
}

/** Writes two years of sales rows in four groups, with every measure on every day. */
export async function fillYears(storeId: string): Promise<void> {
  const rows: [string, Map<string, number>][] = [];
  const ofHours: [string, Map<string, number>][] = [];
  for (let ago = 0; ago < DAYS; ago++) {
    const date = daysAgo(ago);
    for (const group of SALES_GROUPS) {
      rows.push([rowName(dayRowKind("sales"), { date, ...group }), measureValues(date)]);
      for (let hour = 0; ago < 2 && hour < 24; hour++)
        ofHours.push([rowName(hourRowKind("sales"), { date, ...group }), measureValues(date, hour)]);
    }
    for (let product = 0; ago < SPLIT_DAYS && product < PRODUCTS; product++) {
      const id = `prod_01j9z3k4m5n6p7q8r9s0t1v${String(product).padStart(3, "0")}`;
      for (const group of SALES_GROUPS.slice(0, 1))
        rows.push([rowName(splitRowKind("sales", "product"), { date, ...group }, id), measureValues(date)]);
    }
  }
  const place = { tenantId: storeId, tally: figureSums, lanes: 1 };
  const add = (some: Amounts) =>
    transact(testContext(), rowWrites(place, new Map([["figures-0", some]]), "bench"));
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await add(new Map(rows.slice(start, start + BATCH_SIZE)));
  // One update expression cannot hold all measures of all hours, so each is added alone.
  for (const each of ofHours) await add(new Map([each]));
}

function measureValues(date: string, hour?: number): Map<string, number> {
  return new Map(
    sales.stored.map((name, index) => [
      hour === undefined ? name : hourMeasureName(hour, name),
      10_000 + ((dayNumber(date) * (index + 7)) % 90_000),
    ]),
  );
}
