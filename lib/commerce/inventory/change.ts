import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf, newRecord } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { STOCK } from "./errors.ts";
import { type ChangeInventory, Level, type LevelFields, type StockCard } from "./schema.ts";
import { levels, stockCards } from "./table.ts";

/** A variant, and whether it is counted. */
export interface CountedVariant {
  store_id: string;
  product_id: string;
  variant_id: string;
  counted: boolean;
}

/** Where a level is made, and the write that demands that levels may be made there. */
interface Place {
  location_id: string;
  stillOpen: Write;
}

/** All levels of a variant, wherever they are. */
async function levelsOf(storeId: string, variantId: string): Promise<Stored<Level>[]> {
  const partition = levels.partition({ store_id: storeId, variant_id: variantId });
  const { records } = await levels.query(partition, { consistent: true });
  return records;
}

/** A level that is to be made, and what was said of it. */
interface Opening {
  location_id: string;
  said: LevelFields;
}

/** The writes that begin to count a new variant: its card and its levels, which are given as well. */
export function firstLevels(
  ctx: Context,
  variant: Omit<CountedVariant, "counted">,
  opening: Opening[],
): { writes: Write[]; made: Level[] } {
  const made = opening.map((each) => newLevel(ctx, variant, each));
  return {
    writes: [stockCards.create(newStockCard(ctx, variant)), ...made.map((level) => levels.create(level))],
    made,
  };
}

/** Makes the levels of a variant that may have been counted before. */
export async function reopenLevels(
  ctx: Context,
  variant: Omit<CountedVariant, "counted">,
  opening: Opening[],
): Promise<Write[]> {
  const { store_id, variant_id } = variant;
  const [card, old] = await sideBySide([
    stockCards.find({ store_id, variant_id }, ctx),
    levelsOf(store_id, variant_id),
  ]);
  const writes = opening.map((each) => {
    const before = old.find((known) => known.location_id === each.location_id);
    const level = newLevel(ctx, variant, each);
    return before ? revived(ctx, before, level) : levels.create(level);
  });
  return [...(card ? [] : [stockCards.create(newStockCard(ctx, variant))]), ...writes];
}

/**
 * The writes of a change by hand, made on what is read here. They hold only while nobody else has changed what they
 * are based on; then the verb runs again.
 */
export async function inventoryWrites(
  ctx: Context,
  variant: CountedVariant,
  place: Place,
  input: ChangeInventory,
): Promise<{ writes: Write[]; counted: boolean }> {
  const { store_id, variant_id, counted } = variant;
  if (input.counted === false)
    return { writes: await retireWrites(ctx, store_id, variant_id), counted: false };
  const level = await levels.find({ store_id, variant_id, location_id: place.location_id }, ctx);
  const begins = !counted && input.counted !== true && input.available == null && input.delta == null;
  if (begins) throw refused("available", "is required: the variant is not counted yet");
  if (!level || level.retired)
    return { writes: await openWrites(ctx, variant, place, input, level), counted: true };
  const change = changeOf(level, input);
  if (!change) return { writes: [], counted: true };
  const write = levels.update(
    { store_id, variant_id, location_id: place.location_id },
    { add: change.add, set: { ...change.set, updated_at: ctx.now() } },
    change.condition,
  );
  return { writes: [write], counted: true };
}

/** The writes that end the counting of a variant. What is reserved stays until it is sent or given back. */
export async function retireWrites(ctx: Context, storeId: string, variantId: string): Promise<Write[]> {
  const all = await levelsOf(storeId, variantId);
  return all.map((level): Write => {
    if (level.reserved === 0) return levelRemoval(level);
    const set = { retired: true, watched: true, available: 0, updated_at: ctx.now() };
    return levels.update(level, { set }, { expression: "attribute_exists(pk)" });
  });
}

/** The writes that remove all that is known of a variant; `undefined` when it was ever ordered. */
export async function deleteVariantWrites(storeId: string, variantId: string): Promise<Write[] | undefined> {
  const [card, all] = await sideBySide([
    stockCards.find({ store_id: storeId, variant_id: variantId }),
    levelsOf(storeId, variantId),
  ]);
  if (card?.ordered || all.some(({ ordered, reserved }) => ordered || reserved > 0)) return undefined;
  return [...all.map(levelRemoval), card ? stockCards.remove(card) : stillUnknown(storeId, variantId)];
}

/** The write that removes a level of which nothing is reserved. Reserved meanwhile, it stays: the verb runs again. */
export function levelRemoval(level: Level): Write {
  const condition = { expression: "reserved = :none", values: { ":none": 0 } };
  return { ...levels.removeKey(level), condition, failure: "conflict" };
}

// An order that comes at the same moment makes the card.
function stillUnknown(store_id: string, variant_id: string): Write {
  return {
    entity: stockCards.name,
    check: stockCards.key({ store_id, variant_id }),
    condition: { expression: "attribute_not_exists(pk)" },
    failure: "conflict",
  };
}

function changeOf(level: Level, input: ChangeInventory) {
  const { variant_id, location_id, delta, expected, counted, ...said } = input;
  const { available, low_at } = said;
  const backorder = said.backorder ?? level.backorder;
  if (available != null && expected == null)
    throw refused("expected", "is required: say how many were available when you looked");
  if (available != null && expected !== level.available) throw GENERAL.CONFLICT();
  const after = available ?? level.available + (delta ?? 0);
  if (after < 0 && !backorder) throw below(level, after);
  const set = changesOf(Level, said, { watched: low_at === undefined ? undefined : low_at !== null });
  if (Object.keys(set).length === 0 && !delta) return undefined;
  // A sale between the read and the write: a set must not undo it, and a deduction must not go below zero for it.
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

async function openWrites(
  ctx: Context,
  variant: CountedVariant,
  { location_id, stillOpen }: Place,
  { variant_id, location_id: _named, delta, expected, counted, ...said }: ChangeInventory,
  before: Stored<Level> | undefined,
): Promise<Write[]> {
  const { store_id } = variant;
  if (expected != null && expected !== 0) throw GENERAL.CONFLICT();
  const available = said.available ?? delta;
  const level = newLevel(ctx, variant, { location_id, said: { ...said, available } });
  if (level.available < 0 && !level.backorder) throw below(level, level.available);
  if (before) return [revived(ctx, before, level), stillOpen];
  const card = await stockCards.find({ store_id, variant_id }, ctx);
  return [...(card ? [] : [stockCards.create(newStockCard(ctx, variant))]), levels.create(level), stillOpen];
}

// What is reserved of it, and that it was ordered and told of, stays as it is.
function revived(ctx: Context, before: Level, { available, backorder, low_at, watched }: Level): Write {
  const set = { available, backorder, low_at, watched, retired: false, updated_at: ctx.now() };
  return levels.update(before, { set }, { expression: "retired = :yes", values: { ":yes": true } });
}

function newLevel(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<CountedVariant, "counted">,
  { location_id, said }: Opening,
): Level {
  const now = ctx.now();
  return newRecord(Level, { available: 0, backorder: false, low_at: null }, said, {
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

/** What is known of a variant for good, as it begins. */
export function newStockCard(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<CountedVariant, "counted">,
): StockCard {
  return { store_id, product_id, variant_id, ordered: false, created_at: ctx.now() };
}

function below({ variant_id, location_id }: Pick<Level, "variant_id" | "location_id">, after: number): Error {
  return STOCK.INSUFFICIENT_STOCK({
    what: `${variant_id} at ${location_id} would fall to ${after}, and takes no backorders`,
  });
}

function refused(field: string, message: string): Error {
  return validationFailed([{ field, message, error: "FIELD.REQUIRED_MISSING" }]);
}
