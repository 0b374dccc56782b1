import * as z from "zod";

export const MAX_UNITS = 1_000_000_000;

/** The stock of one variant at one location. `available` excludes `reserved`. */
export const InventoryLevel = z.object({
  id: z.string(),
  store_id: z.string(),
  product_id: z.string(),
  variant_id: z.string(),
  location_id: z.string(),
  available: z.int(),
  reserved: z.int(),
  backorder: z.boolean(),
  low_at: z.int().nullable(),
  /** Whether any unit of the variant was ever reserved at this location. */
  ordered: z.boolean(),
  /** Whether its product is deleted; the level stays until no unit is reserved. */
  retired: z.boolean(),
  /** Whether each change is checked: it has a `low_at`, or is to be removed when no unit is reserved. */
  watched: z.boolean(),
  /** Whether the level's current low stock was announced. */
  low_told: z.boolean(),
  lows: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type InventoryLevel = z.output<typeof InventoryLevel>;

export const InventoryLevelView = InventoryLevel.pick({
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
export type InventoryLevelView = z.output<typeof InventoryLevelView>;

/** Facts of a variant that stay after its product is deleted. The deletion of a store finds its levels by them. */
export const StockCard = InventoryLevel.pick({
  store_id: true,
  product_id: true,
  variant_id: true,
  ordered: true,
  created_at: true,
});
export type StockCard = z.output<typeof StockCard>;

/** The location of some units of a line; an order stores it with the line. */
export const Allocation = InventoryLevel.pick({
  product_id: true,
  variant_id: true,
  location_id: true,
}).extend({
  quantity: z.int(),
  /** False for units that were sold while the variant was not counted; they change no level. */
  counted: z.boolean(),
});
export type Allocation = z.output<typeof Allocation>;

const Units = z.int().min(-MAX_UNITS).max(MAX_UNITS);

/**
 * A level in the request for a variant. First levels make the variant counted. An existing level changes only
 * if `expected` names the units that the caller saw.
 */
export const InventoryLevelInput = z.object({
  location_id: z.string().min(1).max(200).nullish(),
  available: Units.nullish(),
  expected: Units.nullish(),
  backorder: z.boolean().nullish(),
  /** Null turns the warning off. */
  low_at: z.int().min(0).max(MAX_UNITS).nullish(),
});
export type InventoryLevelInput = z.output<typeof InventoryLevelInput>;
export type LevelFields = Omit<InventoryLevelInput, "location_id" | "expected">;

export const ChangeInventory = z
  .object({
    variant_id: z.string().min(1).max(200),
    location_id: z.string().min(1).max(200).nullish(),
    delta: Units.nullish(),
    available: Units.nullish(),
    expected: Units.nullish(),
    backorder: z.boolean().nullish(),
    /** Null turns the warning off. */
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
  /** Sum of the levels above zero; null if the variant is not counted. */
  available: z.int().nullable(),
  inventory: z.array(InventoryLevelView),
});
export type VariantStock = z.output<typeof VariantStock>;
