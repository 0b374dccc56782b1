import type { Context } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { SumsReading } from "#core/sums/read.ts";
import { changesBetween, type Values } from "./amounts.ts";
import { type Asked, askedFor, measuresOf, untilOf } from "./asked.ts";
import type { Family } from "./family.ts";
import { labelled } from "./labels.ts";
import { hourPoints, pointsOf } from "./points.ts";
import { daysOf, hoursOf, splitOf } from "./rows.ts";
import type { FigureGroup, Figures, FiguresQuery } from "./schema.ts";
import { shareOut } from "./share-out.ts";
import { toldApart } from "./sources.ts";
import { type Standing, standingOf } from "./status.ts";
import { byGroup, isIn, isShown, ofHours, type Row, rowsIn, total, type Wanted } from "./sums.ts";

/** What a store's records of a family come to, by market and currency. */
export async function reckonFigures(
  ctx: Context,
  storeId: string,
  family: Family,
  query: FiguresQuery,
): Promise<Figures> {
  const standing = await standingOf(ctx, storeId, family.name);
  const { zone, reading } = standing;
  const asked = askedFor(family, query, zone, ctx.now());
  const wanted = wantedOf(family, query, standing);
  const rows = await rowsFor(family, reading, asked);
  const hidden = rows.days.filter((row) => isIn(wanted, row) && row.isTest);
  const seen = only(rows, (row) => isIn(wanted, row) && isShown(wanted, row));
  const found = byGroup([...seen.days, ...seen.before, ...seen.hours]);
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
    hidden_test_orders: wanted.tests === "excluded" ? (total(hidden).orders ?? 0) : 0,
    groups: asked.split ? await labelled(ctx, storeId, asked.split, groups) : groups,
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

async function rowsFor({ name }: Family, reading: SumsReading | undefined, asked: Asked): Promise<Rows> {
  const { from, to, before, hours, split, by } = asked;
  const readsHours = hours !== null || by === "hour";
  const lastOf = (date: string) => rowsIn(reading, hoursOf(name), { from: date, to: date });
  const [days, earlier, now, then, parts] = await sideBySide([
    rowsIn(reading, daysOf(name), { from, to }),
    before ? rowsIn(reading, daysOf(name), before) : [],
    readsHours ? lastOf(to) : [],
    before && hours !== null ? lastOf(before.to) : [],
    split ? rowsIn(reading, splitOf(name, split), { from, to }) : [],
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
  { takesMoney }: Standing,
): Wanted {
  if (!isMoney) return { tests: "included" };
  const tests = { exclude: "excluded", include: "included", only: "only" } as const;
  const auto = takesMoney ? "excluded" : "included";
  return { tests: test === "auto" ? auto : tests[test], market, currency };
}

interface Frame {
  family: Family;
  asked: Asked;
  zone: string;
  now: number;
}

function groupOf(frame: Frame, { market, currency }: typeof NOBODY, rows: Rows): FigureGroup {
  const { family, asked, zone, now } = frame;
  const sums = total(rows.days);
  const { before, hours, to, by, split } = asked;
  const was =
    before &&
    total([
      ...rows.before.filter(({ date }) => hours === null || date < before.to),
      ...upTo(rows, before.to, hours),
    ]);
  const is =
    hours === null ? sums : total([...rows.days.filter(({ date }) => date < to), ...upTo(rows, to, hours)]);
  const names = measuresOf(family, split);
  const shown = (values: Values) => ({ ...fixed(names, values), ...othersIn(family, values) });
  const of = (some: Row["sums"]) => shown(family.derived(some));
  const own = split === "source" ? toldApart(rows.split) : rows.split;
  const parts = split ? shareOut(asked, of, sums, own) : { rows: null, rest: null, outside: null };
  // Sales with several things are in several rows: there is no number outside of these.
  if (parts.outside && names.length < family.shown.length) parts.outside.orders = null;
  return {
    market: market || null,
    currency: currency || null,
    totals: of(sums),
    before: before && was && { ...before, until: untilOf(zone, asked), totals: of(was) },
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
  return hours === null ? [] : rows.filter((row) => row.date === date).map((row) => ofHours(row, 0, hours));
}
