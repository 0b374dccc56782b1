import type { Context } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { SumsReading } from "#core/sums/read.ts";
import { changesBetween, type Values } from "./amounts.ts";
import type { Family } from "./family.ts";
import { comparisonEnd, type FiguresRequest, measuresOf, parseFiguresRequest } from "./figures-request.ts";
import { withLabels } from "./labels.ts";
import { hourPoints, pointsOf } from "./points.ts";
import { rankSplit } from "./rank-split.ts";
import { dayRowKind, hourRowKind, splitRowKind } from "./rows.ts";
import type { FigureGroup, Figures, FiguresQuery } from "./schema.ts";
import { limitSources } from "./sources.ts";
import { type FiguresState, readFiguresState } from "./status.ts";
import {
  type FiguresFilter,
  groupRows,
  isInMarket,
  isTestModeShown,
  type Row,
  readFigureRows,
  sumHours,
  totalOfRows,
} from "./sums.ts";

/** The figures of a family by market and currency. */
export async function computeFigures(
  ctx: Context,
  storeId: string,
  family: Family,
  query: FiguresQuery,
): Promise<Figures> {
  const state = await readFiguresState(ctx, storeId, family.name);
  const { zone, reading } = state;
  const request = parseFiguresRequest(family, query, zone, ctx.now());
  const filter = filterOf(family, query, state);
  const rows = await readRows(family, reading, request);
  const hidden = rows.days.filter((row) => isInMarket(filter, row) && row.isTest);
  const seen = filterRows(rows, (row) => isInMarket(filter, row) && isTestModeShown(filter, row));
  const found = groupRows([...seen.days, ...seen.before, ...seen.hours]);
  // A family without money always has exactly one group.
  const names =
    family.isMoney || found.length > 0
      ? found.map(([market, currency]) => ({ market, currency }))
      : [NO_GROUP];
  const groups = names.map((group) =>
    figureGroup(
      { family, asked: request, zone, now: ctx.now() },
      group,
      filterRows(seen, (row) => row.market === group.market && row.currency === group.currency),
    ),
  );
  return {
    family: family.name,
    time_zone: zone,
    from: request.from,
    to: request.to,
    by: request.by,
    as_of: state.as_of,
    state: state.state,
    since: state.since,
    test: filter.tests,
    hidden_test_orders: filter.tests === "excluded" ? (totalOfRows(hidden).orders ?? 0) : 0,
    groups: request.split ? await withLabels(ctx, storeId, request.split, groups) : groups,
  };
}

const NO_GROUP = { market: "", currency: "" };

interface Rows {
  days: Row[];
  before: Row[];
  /** Hours of the last day, and of the compared range's last day. */
  hours: Row[];
  split: Row[];
}

async function readRows(
  { name }: Family,
  reading: SumsReading | undefined,
  asked: FiguresRequest,
): Promise<Rows> {
  const { from, to, before, hours, split, by } = asked;
  const readsHours = hours !== null || by === "hour";
  const lastOf = (date: string) => readFigureRows(reading, hourRowKind(name), { from: date, to: date });
  const [days, earlier, now, then, parts] = await sideBySide([
    readFigureRows(reading, dayRowKind(name), { from, to }),
    before ? readFigureRows(reading, dayRowKind(name), before) : [],
    readsHours ? lastOf(to) : [],
    before && hours !== null ? lastOf(before.to) : [],
    split ? readFigureRows(reading, splitRowKind(name, split), { from, to }) : [],
  ]);
  return { days, before: earlier, hours: [...now, ...then], split: parts };
}

function filterRows({ days, before, hours, split }: Rows, isOwn: (row: Row) => boolean): Rows {
  return {
    days: days.filter(isOwn),
    before: before.filter(isOwn),
    hours: hours.filter(isOwn),
    split: split.filter(isOwn),
  };
}

function filterOf(
  { isMoney }: Family,
  { test = "auto", market, currency }: FiguresQuery,
  { takesMoney }: FiguresState,
): FiguresFilter {
  if (!isMoney) return { tests: "included" };
  const tests = { exclude: "excluded", include: "included", only: "only" } as const;
  const auto = takesMoney ? "excluded" : "included";
  return { tests: test === "auto" ? auto : tests[test], market, currency };
}

interface GroupContext {
  family: Family;
  asked: FiguresRequest;
  zone: string;
  now: number;
}

function figureGroup(frame: GroupContext, { market, currency }: typeof NO_GROUP, rows: Rows): FigureGroup {
  const { family, asked, zone, now } = frame;
  const sums = totalOfRows(rows.days);
  const { before, hours, to, by, split } = asked;
  const was =
    before &&
    totalOfRows([
      ...rows.before.filter(({ date }) => hours === null || date < before.to),
      ...firstHours(rows, before.to, hours),
    ]);
  const is =
    hours === null
      ? sums
      : totalOfRows([...rows.days.filter(({ date }) => date < to), ...firstHours(rows, to, hours)]);
  const names = measuresOf(family, split);
  const shown = (values: Values) => ({ ...pickMeasures(names, values), ...otherMeasures(family, values) });
  const of = (some: Row["sums"]) => shown(family.derive(some));
  const own = split === "source" ? limitSources(rows.split) : rows.split;
  const parts = split ? rankSplit(asked, of, sums, own) : { rows: null, rest: null, outside: null };
  // A sale with several items is in several rows, so an order count outside of them has no meaning.
  if (parts.outside && names.length < family.shown.length) parts.outside.orders = null;
  return {
    market: market || null,
    currency: currency || null,
    totals: of(sums),
    before: before && was && { ...before, until: comparisonEnd(zone, asked), totals: of(was) },
    change: was && changesBetween(of(is), of(was)),
    points:
      by === "hour"
        ? hourPoints(family, { date: to, zone }, rows.hours, now)
        : pointsOf(family, asked, zone, rows.days, now),
    ...parts,
  };
}

function pickMeasures(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Measures with dynamic names. */
function otherMeasures({ shown, others }: Family, values: Values): Values {
  const found = Object.entries(values).filter(([name]) => !shown.includes(name) && others?.test(name));
  return Object.fromEntries(found);
}

/** The first hours of a day. */
function firstHours({ hours: rows }: Rows, date: string, hours: number | null): Row[] {
  return hours === null ? [] : rows.filter((row) => row.date === date).map((row) => sumHours(row, 0, hours));
}
