import type { Context } from "#core/context.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { changesBetween } from "./amounts.ts";
import { dayAt, plusDays } from "./days.ts";
import { hourPoints } from "./points.ts";
import { dayRowKind, hourRowKind } from "./rows.ts";
import { sales } from "./sales.ts";
import type { FiguresToday } from "./schema.ts";
import { readFiguresState } from "./status.ts";
import { groupRows, isTestModeShown, readFigureRows, sumHours, totalOfRows } from "./sums.ts";

/** Today's sales beside yesterday's up to the same hour, and those of recent ranges. */
export async function getFiguresToday(ctx: Context, storeId: string): Promise<FiguresToday> {
  const now = ctx.now();
  const state = await readFiguresState(ctx, storeId);
  const { zone, reading } = state;
  const { date, from } = dayAt(zone, now);
  const yesterday = plusDays(date, -1);
  const year = `${date.slice(0, 4)}-01-01`;
  const first = [year, plusDays(date, -89)].toSorted()[0] ?? year;
  const [days, hours] = await sideBySide([
    readFigureRows(reading, dayRowKind("sales"), { from: first, to: date }),
    readFigureRows(reading, hourRowKind("sales"), { from: yesterday, to: date }),
  ]);
  const filter = { tests: state.takesMoney ? ("excluded" as const) : ("included" as const) };
  const shown = days.filter((row) => isTestModeShown(filter, row));
  const shownHours = hours.filter((row) => isTestModeShown(filter, row));
  const full = Math.floor((now - from) / HOUR);
  const upTo = (own: typeof hours, day: string) =>
    sales.derive(totalOfRows(own.filter((row) => row.date === day).map((row) => sumHours(row, 0, full))));
  const since = (start: string) =>
    groupRows(shown.filter((row) => row.date >= start)).map(([market, currency, own]) => ({
      market: market || null,
      currency,
      totals: sales.derive(totalOfRows(own)),
    }));
  return {
    time_zone: zone,
    date,
    as_of: state.as_of,
    groups: groupRows(shownHours).map(([market, currency, own]) => ({
      market: market || null,
      currency,
      so_far: sales.derive(
        totalOfRows(
          shown.filter((row) => row.date === date && row.market === market && row.currency === currency),
        ),
      ),
      before: upTo(own, yesterday),
      change: changesBetween(upTo(own, date), upTo(own, yesterday)),
      hours: hourPoints(sales, { date, zone }, own, now),
    })),
    seven_days: since(plusDays(date, -6)),
    thirty_days: since(plusDays(date, -29)),
    ninety_days: since(plusDays(date, -89)),
    year: since(year),
  };
}
