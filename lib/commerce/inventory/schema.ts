import * as z from "zod";

/** Units that a level may have. */
export const MAX_UNITS = 1_000_000_000;

/** What one variant has at one location. `available` has `reserved` taken off already. */
export const Level = z.object({
  id: z.string(),
  store_id: z.string(),
  product_id: z.string(),
  variant_id: z.string(),
  location_id: z.string(),
  available: z.int(),
  reserved: z.int(),
  backorder: z.boolean(),
  low_at: z.int().nullable(),
  /** Whether any of it was ever reserved. */
  ordered: z.boolean(),
  /** Whether its product is gone: it stays until nothing of it is reserved. */
  retired: z.boolean(),
  /** Whether each change is looked at: it has a `low_at`, or is to go when nothing of it is reserved. */
  watched: z.boolean(),
  /** Whether it was announced that it is low, and how often it has been. */
  low_told: z.boolean(),
  lows: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Level = z.output<typeof Level>;

/** A level as operators see it. */
export const LevelView = Level.pick({
  id: true,
  store_id: true,
  product_id: true,
  variant_id: true,
  location_id: true,
  available: true,
  reserved: true,
  backorder: true,
  low_at: true,
  ordered: true,
  updated_at: true,
});
export type LevelView = z.output<typeof LevelView>;

/** What is known of a variant for good, also when its product is gone. Its levels are found by it. */
export const StockCard = Level.pick({
  store_id: true,
  product_id: true,
  variant_id: true,
  ordered: true,
  created_at: true,
});
export type StockCard = z.output<typeof StockCard>;

/** Where so many units of a line come from; an order keeps it with the line. */
export const Allocation = Level.pick({ product_id: true, variant_id: true, location_id: true }).extend({
  quantity: z.int(),
  /** False for what was sold uncounted: no level gave it, and none gets it back. */
  counted: z.boolean(),
});
export type Allocation = z.output<typeof Allocation>;

const Units = z.int().min(-MAX_UNITS).max(MAX_UNITS);

/**
 * A level as it is sent with its variant. The first ones make the variant counted. One that stands is changed only where
 * `expected` says how many were available when somebody looked.
 */
export const LevelInput = z.object({
  location_id: z.string().min(1).max(200).nullish(),
  available: Units.nullish(),
  expected: Units.nullish(),
  backorder: z.boolean().nullish(),
  /** Null ends the warning. */
  low_at: z.int().min(0).max(MAX_UNITS).nullish(),
});
export type LevelInput = z.output<typeof LevelInput>;
/** What of it is a level's own. */
export type LevelFields = Omit<LevelInput, "location_id" | "expected">;

/** A change of a variant's stock by hand. */
export const ChangeInventory = z
  .object({
    variant_id: z.string().min(1).max(200),
    location_id: z.string().min(1).max(200).nullish(),
    delta: Units.nullish(),
    available: Units.nullish(),
    expected: Units.nullish(),
    backorder: z.boolean().nullish(),
    /** Null ends the warning. */
    low_at: z.int().min(0).max(MAX_UNITS).nullish(),
    counted: z.boolean().nullish(),
  })
  .superRefine(({ delta, available, expected, counted, ...rest }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (delta != null && available != null) refuse("delta", "cannot be sent together with available");
    if (expected != null && available == null) refuse("expected", "belongs to available");
    const sent = [delta, available, counted, rest.backorder].some((value) => value != null);
    if (!sent && rest.low_at === undefined)
      refuse("delta", "is required, or one of available, backorder, low_at and counted");
    if (counted === false && (delta != null || available != null))
      refuse("counted", "cannot end together with a change of the number");
  })
  .meta({ examples: [{ variant_id: "var_01j9z3k4m5n6p7q8r9s0t1v2w3", delta: 10 }] });
export type ChangeInventory = z.output<typeof ChangeInventory>;

export const VariantStock = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  counted: z.boolean(),
  /** Sum of the levels above zero; null when the variant is not counted. */
  available: z.int().nullable(),
  inventory: z.array(LevelView),
});
export type VariantStock = z.output<typeof VariantStock>;
