import { computeFigures } from "#lib/system/figures/compute-figures.ts";
import { findFamily } from "#lib/system/figures/families.ts";
import { getFiguresToday } from "#lib/system/figures/today.ts";
import { openStore, testContext } from "#test/support/world.ts";
import { type BudgetedCost, measureBuild, measureOrders, measureOtherRecords } from "./figures-cost.ts";
import { daysAgo, fillYears } from "./figures-history.ts";
import { roundTripsOf, tableCalls, textTable, unitsOf, withoutOutput } from "./measure.ts";

export const name = "figures: calls and capacity units of counting and of reading, beside their budgets";

/** Fails if calls or capacity units exceed a budget. */
export async function run(): Promise<string> {
  const costs = await withoutOutput(async () => [
    ...(await measureOrders()),
    ...(await measureOtherRecords()),
    await measureBuild(),
    ...(await readYears()),
  ]);
  const rows = costs.flatMap(({ label, of }) =>
    of.map(({ what, is, most }, index) => [
      index === 0 ? label : "",
      what,
      String(Math.round(is * 100) / 100),
      String(most),
      is > most ? "over" : "",
    ]),
  );
  const text = textTable([["work", "", "took", "at most", ""], ...rows]);
  if (costs.some(({ of }) => of.some(({ is, most }) => is > most)))
    throw new Error(`Figures cost more than their budgets.\n\n${text}`);
  return text;
}

/** Measures reading two years of figures in four groups, in one lane like all past days. */
async function readYears(): Promise<BudgetedCost[]> {
  const { id } = await openStore();
  await fillYears(id);
  const ctx = testContext();
  const sales = findFamily("sales");
  if (!sales) throw new Error("There are no sales.");
  const ask = (query: Parameters<typeof computeFigures>[3]) => () => computeFigures(ctx, id, sales, query);
  return [
    await readCost(
      "year by day with before, four groups",
      ask({ from: daysAgo(364), to: daysAgo(0), by: "day" }),
      [2, 160],
    ),
    await readCost("today", () => getFiguresToday(ctx, id), [2, 60]),
    await readCost("split of 90 days", ask({ range: "90d", split: "product" }), [3, 160]),
  ];
}

async function readCost(
  label: string,
  run: () => Promise<object>,
  [trips, units]: [number, number],
): Promise<BudgetedCost> {
  // The first call caches which sums are read, as in a warm function.
  await run();
  const calls = await tableCalls(run);
  return {
    label,
    of: [
      { what: "round trips", is: roundTripsOf(calls), most: trips },
      { what: "read units", is: unitsOf(calls, false), most: units },
    ],
  };
}
