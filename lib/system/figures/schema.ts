import * as z from "zod";
import { anyCase, queryInt } from "#core/http/page.ts";

export const FAMILIES = [
  "sales",
  "funnel",
  "appointments",
  "chats",
  "newsletters",
  "forms",
  "social",
  "webhooks",
] as const;
export type FamilyName = (typeof FAMILIES)[number];

export const RANGES = [
  "today",
  "yesterday",
  "7d",
  "30d",
  "90d",
  "week",
  "month",
  "quarter",
  "year",
  "last_month",
  "last_year",
] as const;
export type RangeName = (typeof RANGES)[number];
export const STEPS = ["hour", "day", "week", "month", "total"] as const;
export type Step = (typeof STEPS)[number];
/** The splits of all families. Each family has some of them. */
export const SPLITS = [
  "product",
  "variant",
  "service",
  "provider",
  "promo_code",
  "country",
  "source",
  "channel",
  "payment_method",
  "agent",
  "assignee",
  "edition",
  "form",
  "account",
  "publication",
  "webhook",
] as const;

const Name = z.string().min(1).max(100);

export const FiguresQuery = z.object({
  range: anyCase(RANGES).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  by: anyCase(STEPS).optional(),
  compare: anyCase(["before", "year_before", "none"]).optional(),
  market: Name.optional(),
  currency: z
    .string()
    .max(3)
    .transform((text) => text.toUpperCase())
    .optional(),
  test: anyCase(["auto", "exclude", "include", "only"]).optional(),
  split: anyCase(SPLITS).optional(),
  sort: z.string().max(40).optional(),
  limit: queryInt(1, 100).optional(),
  format: anyCase(["json", "csv"]).optional(),
});
export type FiguresQuery = z.output<typeof FiguresQuery>;

export const Measures = z.record(z.string(), z.number().nullable());
const Change = z.record(z.string(), z.number().nullable());

export const FigurePoint = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  starts_at: z.int(),
  ends_at: z.int(),
  local: z.string(),
  partial: z.boolean(),
  values: Measures,
});
export type FigurePoint = z.output<typeof FigurePoint>;

export const FigureRow = z.object({
  id: z.string().nullable(),
  label: z.string().nullable(),
  values: Measures,
});
export type FigureRow = z.output<typeof FigureRow>;

const ComparedRange = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  until: z.int().nullable(),
  totals: Measures,
});

export const FigureGroup = z.object({
  market: z.string().nullable(),
  currency: z.string().nullable(),
  totals: Measures,
  before: ComparedRange.nullable(),
  change: Change.nullable(),
  points: z.array(FigurePoint).nullable(),
  rows: z.array(FigureRow).nullable(),
  rest: Measures.nullable(),
  outside: Measures.nullable(),
});
export type FigureGroup = z.output<typeof FigureGroup>;

export const FiguresState = z.enum(["ready", "building"]);

export const Figures = z
  .object({
    family: z.enum(FAMILIES),
    time_zone: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(STEPS),
    as_of: z.int().nullable(),
    state: FiguresState,
    since: z.iso.date().nullable(),
    test: z.enum(["included", "excluded", "only"]),
    hidden_test_orders: z.int(),
    groups: z.array(FigureGroup),
  })
  .meta({
    examples: [
      {
        family: "sales",
        time_zone: "Europe/Berlin",
        from: "2026-09-21",
        to: "2026-09-21",
        by: "total",
        as_of: 1790000000,
        state: "ready",
        since: "2026-01-04",
        test: "excluded",
        hidden_test_orders: 0,
        groups: [],
      },
    ],
  });
export type Figures = z.output<typeof Figures>;

const DayGroup = z.object({
  market: z.string().nullable(),
  currency: z.string(),
  so_far: Measures,
  before: Measures,
  change: Change,
  hours: z.array(FigurePoint),
});
const Period = z.array(z.object({ market: z.string().nullable(), currency: z.string(), totals: Measures }));

export const FiguresToday = z
  .object({
    time_zone: z.string(),
    date: z.iso.date(),
    as_of: z.int().nullable(),
    groups: z.array(DayGroup),
    seven_days: Period,
    thirty_days: Period,
    ninety_days: Period,
    year: Period,
  })
  .meta({
    examples: [
      {
        time_zone: "Europe/Berlin",
        date: "2026-09-21",
        as_of: 1790000000,
        groups: [],
        seven_days: [],
        thirty_days: [],
        ninety_days: [],
        year: [],
      },
    ],
  });
export type FiguresToday = z.output<typeof FiguresToday>;

export const FiguresStatus = z
  .object({
    generation: z.string().nullable(),
    time_zone: z.string(),
    state: FiguresState,
    as_of: z.int().nullable(),
    since: z.iso.date().nullable(),
    records: z.int(),
  })
  .meta({
    examples: [
      {
        generation: "figures-0",
        time_zone: "Europe/Berlin",
        state: "ready",
        as_of: 1790000000,
        since: "2026-01-04",
        records: 812,
      },
    ],
  });
export type FiguresStatus = z.output<typeof FiguresStatus>;

export const StartRecount = z
  .object({ repair: z.boolean().nullish() })
  .meta({ examples: [{ repair: false }] });

export const Recount = z
  .object({
    id: z.string(),
    status: z.enum(["running", "equal", "different", "repaired"]),
    /** Compared rows. */
    rows: z.int(),
    differing: z.int(),
    differences: z.array(
      z.object({ row: z.string(), measure: z.string(), counted: z.number(), recomputed: z.number() }),
    ),
  })
  .meta({
    examples: [{ id: "figures-mg1x0c5s", status: "equal", rows: 812, differing: 0, differences: [] }],
  });
export type Recount = z.output<typeof Recount>;
