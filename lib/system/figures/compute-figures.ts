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

/** What a store's records of a family come to, by market and currency. */
export async function computeFigures(
  ctx: Context,
  storeId: string,
  family: Family,
  query: FiguresQuery,
): Promise<Figures> {
  const standing = await readFiguresState(ctx, storeId, family.name);
  const { zone, reading } = standing;
  const asked = parseFiguresRequest(family, query, zone, ctx.now());
  const wanted = wantedOf(family, query, standing);
  const rows = await rowsFor(family, reading, asked);
  const hidden = rows.days.filter((row) => isInMarket(wanted, row) && row.isTest);
  const seen = only(rows, (row) => isInMarket(wanted, row) && isTestModeShown(wanted, row));
  const found = groupRows([...seen.days, ...seen.before, ...seen.hours]);
  // What has no money has one group, also of nothing.
  const names =
    family.isMoney || found.length > 0 ? found.map(([market, currency]) => ({ market, currency })) : [NOBODY];
  const groups = names.map((group) =>
    groupOf(
      { family, asked, zone, now: ctx.now() },
      group,
      only(seen, (row) => row.market === group.market && row.currency === group.currency),
    ),
  );
  return {
    family: family.name,
    time_zone: zone,
    from: asked.from,
    to: asked.to,
    by: asked.by,
    as_of: standing.as_of,
    state: standing.state,
    since: standing.since,
    test: wanted.tests,
    hidden_test_orders: wanted.tests === "excluded" ? (totalOfRows(hidden).orders ?? 0) : 0,
    groups: asked.split ? await withLabels(ctx, storeId, asked.split, groups) : groups,
  };
}

const NOBODY = { market: "", currency: "" };

interface Rows {
  days: Row[];
  before: Row[];
  /** Hours of the last day, and of the last day of what is compared. */
  hours: Row[];
  split: Row[];
}

async function rowsFor(
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

function only({ days, before, hours, split }: Rows, isOwn: (row: Row) => boolean): Rows {
  return {
    days: days.filter(isOwn),
    before: before.filter(isOwn),
    hours: hours.filter(isOwn),
    split: split.filter(isOwn),
  };
}

function wantedOf(
  { isMoney }: Family,
  { test = "auto", market, currency }: FiguresQuery,
  { takesMoney }: FiguresState,
): FiguresFilter {
  if (!isMoney) return { tests: "included" };
  const tests = { exclude: "excluded", include: "included", only: "only" } as const;
  const auto = takesMoney ? "excluded" : "included";
  return { tests: test === "auto" ? auto : tests[test], market, currency };
}

interface Frame {
  family: Family;
  asked: FiguresRequest;
  zone: string;
  now: number;
}

function groupOf(frame: Frame, { market, currency }: typeof NOBODY, rows: Rows): FigureGroup {
  const { family, asked, zone, now } = frame;
  const sums = totalOfRows(rows.days);
  const { before, hours, to, by, split } = asked;
  const was =
    before &&
    totalOfRows([
      ...rows.before.filter(({ date }) => hours === null || date < before.to),
      ...upTo(rows, before.to, hours),
    ]);
  const is =
    hours === null
      ? sums
      : totalOfRows([...rows.days.filter(({ date }) => date < to), ...upTo(rows, to, hours)]);
  const names = measuresOf(family, split);
  const shown = (values: Values) => ({ ...fixed(names, values), ...othersIn(family, values) });
  const of = (some: Row["sums"]) => shown(family.derived(some));
  const own = split === "source" ? limitSources(rows.split) : rows.split;
  const parts = split ? rankSplit(asked, of, sums, own) : { rows: null, rest: null, outside: null };
  // Sales with several things are in several rows: there is no number outside of these.
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

function fixed(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** What a family shows besides, by what there is. */
function othersIn({ shown, others }: Family, values: Values): Values {
  const found = Object.entries(values).filter(([name]) => !shown.includes(name) && others?.test(name));
  return Object.fromEntries(found);
}

/** A day as far as so many hours of it. */
function upTo({ hours: rows }: Rows, date: string, hours: number | null): Row[] {
  return hours === null ? [] : rows.filter((row) => row.date === date).map((row) => sumHours(row, 0, hours));
}
