import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf, newRecord } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { STOCK } from "./errors.ts";
import { type ChangeInventory, InventoryLevel, type LevelFields, type StockCard } from "./schema.ts";
import { levels, stockCards } from "./table.ts";

export interface CountedVariant {
  store_id: string;
  product_id: string;
  variant_id: string;
  counted: boolean;
}

/** The location of a new level, and the condition that levels may be created there. */
interface LevelPlace {
  location_id: string;
  stillOpen: Write;
}

async function levelsOf(storeId: string, variantId: string): Promise<Stored<InventoryLevel>[]> {
  const partition = levels.partition({ store_id: storeId, variant_id: variantId });
  const { records } = await levels.query(partition, { consistent: true });
  return records;
}

interface FirstLevel {
  location_id: string;
  said: LevelFields;
}

/** Starts counting a new variant; returns the writes of its stock card and levels, and the levels. */
export function firstLevels(
  ctx: Context,
  variant: Omit<CountedVariant, "counted">,
  opening: FirstLevel[],
): { writes: Write[]; made: InventoryLevel[] } {
  const made = opening.map((each) => newLevel(ctx, variant, each));
  return {
    writes: [stockCards.create(newStockCard(ctx, variant)), ...made.map((level) => levels.create(level))],
    made,
  };
}

/** Creates or reopens levels of a variant that may have been counted before. */
export async function reopenLevels(
  ctx: Context,
  variant: Omit<CountedVariant, "counted">,
  opening: FirstLevel[],
): Promise<Write[]> {
  const { store_id, variant_id } = variant;
  const [card, old] = await sideBySide([
    stockCards.find({ store_id, variant_id }, ctx),
    levelsOf(store_id, variant_id),
  ]);
  const writes = opening.map((each) => {
    const before = old.find((known) => known.location_id === each.location_id);
    const level = newLevel(ctx, variant, each);
    return before ? reopenLevel(ctx, before, level) : levels.create(level);
  });
  return [...(card ? [] : [stockCards.create(newStockCard(ctx, variant))]), ...writes];
}

/**
 * The writes of a change by hand. If somebody else changes the level after the read, they conflict, and the operation
 * runs again.
 */
export async function inventoryWrites(
  ctx: Context,
  variant: CountedVariant,
  place: LevelPlace,
  input: ChangeInventory,
): Promise<{ writes: Write[]; counted: boolean }> {
  const { store_id, variant_id, counted } = variant;
  if (input.counted === false)
    return { writes: await retirementWrites(ctx, store_id, variant_id), counted: false };
  const level = await levels.find({ store_id, variant_id, location_id: place.location_id }, ctx);
  const begins = !counted && input.counted !== true && input.available == null && input.delta == null;
  if (begins) throw missingFieldError("available", "is required: the variant is not counted yet");
  if (!level || level.retired)
    return { writes: await openLevel(ctx, variant, place, input, level), counted: true };
  const change = levelChange(level, input);
  if (!change) return { writes: [], counted: true };
  const write = levels.update(
    { store_id, variant_id, location_id: place.location_id },
    { add: change.add, set: { ...change.set, updated_at: ctx.now() } },
    change.condition,
  );
  return { writes: [write], counted: true };
}

/** The writes that end the counting of a variant. Reserved units stay until they are sent or released. */
export async function retirementWrites(ctx: Context, storeId: string, variantId: string): Promise<Write[]> {
  const all = await levelsOf(storeId, variantId);
  return all.map((level): Write => {
    if (level.reserved === 0) return levelRemoval(level);
    const set = { retired: true, watched: true, available: 0, updated_at: ctx.now() };
    return levels.update(level, { set }, { expression: "attribute_exists(pk)" });
  });
}

/** The writes that remove the stock card and levels of a variant; `undefined` if it was ever ordered. */
export async function variantRemoval(storeId: string, variantId: string): Promise<Write[] | undefined> {
  const [card, all] = await sideBySide([
    stockCards.find({ store_id: storeId, variant_id: variantId }),
    levelsOf(storeId, variantId),
  ]);
  if (card?.ordered || all.some(({ ordered, reserved }) => ordered || reserved > 0)) return undefined;
  // An order creates the stock card, so the deletion of the variant must conflict with it.
  const noCardYet = () => stockCards.checkAbsent({ store_id: storeId, variant_id: variantId });
  return [...all.map(levelRemoval), card ? stockCards.remove(card) : noCardYet()];
}

/**
 * The write that removes a level without reserved units. If units are reserved meanwhile, it conflicts, and the
 * operation runs again.
 */
export function levelRemoval(level: InventoryLevel): Write {
  const condition = { expression: "reserved = :none", values: { ":none": 0 } };
  return { ...levels.removeKey(level), condition, failure: "conflict" };
}

function levelChange(level: InventoryLevel, input: ChangeInventory) {
  const { variant_id, location_id, delta, expected, counted, ...said } = input;
  const { available, low_at } = said;
  const backorder = said.backorder ?? level.backorder;
  if (available != null && expected == null)
    throw missingFieldError("expected", "is required: say how many were available when you looked");
  if (available != null && expected !== level.available) throw GENERAL.CONFLICT();
  const after = available ?? level.available + (delta ?? 0);
  if (after < 0 && !backorder) throw belowZeroError(level, after);
  const set = changesOf(InventoryLevel, said, {
    watched: low_at === undefined ? undefined : low_at !== null,
  });
  if (Object.keys(set).length === 0 && !delta) return undefined;
  // A sale between read and write must not be undone by a new number, nor sent below zero by a decrease.
  const number = available == null ? "available >= :least" : "available = :seen";
  const conditions = [
    "retired = :no and backorder = :backorder",
    ...(available == null && backorder ? [] : [number]),
  ];
  return {
    add: delta ? { available: delta } : {},
    set,
    condition: {
      expression: conditions.join(" and "),
      values: {
        ":no": false,
        ":backorder": level.backorder,
        ...(available == null
          ? backorder
            ? {}
            : { ":least": Math.max(0, -(delta ?? 0)) }
          : { ":seen": level.available }),
      },
    },
  };
}

async function openLevel(
  ctx: Context,
  variant: CountedVariant,
  { location_id, stillOpen }: LevelPlace,
  { variant_id, location_id: _named, delta, expected, counted, ...said }: ChangeInventory,
  before: Stored<InventoryLevel> | undefined,
): Promise<Write[]> {
  const { store_id } = variant;
  if (expected != null && expected !== 0) throw GENERAL.CONFLICT();
  const available = said.available ?? delta;
  const level = newLevel(ctx, variant, { location_id, said: { ...said, available } });
  if (level.available < 0 && !level.backorder) throw belowZeroError(level, level.available);
  if (before) return [reopenLevel(ctx, before, level), stillOpen];
  const card = await stockCards.find({ store_id, variant_id }, ctx);
  return [...(card ? [] : [stockCards.create(newStockCard(ctx, variant))]), levels.create(level), stillOpen];
}

// Reserved units stay unchanged, and so do the marks that the level was ordered or its low stock announced.
function reopenLevel(
  ctx: Context,
  before: InventoryLevel,
  { available, backorder, low_at, watched }: InventoryLevel,
): Write {
  const set = { available, backorder, low_at, watched, retired: false, updated_at: ctx.now() };
  return levels.update(before, { set }, { expression: "retired = :yes", values: { ":yes": true } });
}

function newLevel(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<CountedVariant, "counted">,
  { location_id, said }: FirstLevel,
): InventoryLevel {
  const now = ctx.now();
  return newRecord(InventoryLevel, { available: 0, backorder: false, low_at: null }, said, {
    id: newId("level", ctx.clock()),
    store_id,
    product_id,
    variant_id,
    location_id,
    reserved: 0,
    ordered: false,
    retired: false,
    watched: said.low_at != null,
    low_told: false,
    lows: 0,
    created_at: now,
    updated_at: now,
  });
}

export function newStockCard(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<CountedVariant, "counted">,
): StockCard {
  return { store_id, product_id, variant_id, ordered: false, created_at: ctx.now() };
}

function belowZeroError(
  { variant_id, location_id }: Pick<InventoryLevel, "variant_id" | "location_id">,
  after: number,
): Error {
  return STOCK.INSUFFICIENT_STOCK({
    what: `${variant_id} at ${location_id} would fall to ${after}, and takes no backorders`,
  });
}

function missingFieldError(field: string, message: string): Error {
  return invalidField(field, message, "FIELD.REQUIRED_MISSING");
}
