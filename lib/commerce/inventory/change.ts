import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { STOCK } from "./errors.ts";
import type { ChangeInventory, Level, StockCard } from "./schema.ts";
import { levels, stockCards } from "./table.ts";

/** A variant, and whether it is counted. */
export interface Counted {
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

/** The writes that begin to count a new variant: its card and its levels, which are given as well. */
export function firstLevels(
  ctx: Context,
  variant: Omit<Counted, "counted">,
  opening: { location_id: string; available: number }[],
): { writes: Write[]; made: Level[] } {
  const made = opening.map((fields) => newLevel(ctx, variant, fields));
  return {
    writes: [stockCards.create(cardOf(ctx, variant)), ...made.map((level) => levels.create(level))],
    made,
  };
}

/** The same for a variant that may have been counted before. */
export async function levelsAgain(
  ctx: Context,
  variant: Omit<Counted, "counted">,
  opening: { location_id: string; available: number }[],
): Promise<Write[]> {
  const { store_id, variant_id } = variant;
  const [card, old] = await sideBySide([
    stockCards.find({ store_id, variant_id }),
    levelsOf(store_id, variant_id),
  ]);
  const writes = opening.map(({ location_id, available }) => {
    const before = old.find((level) => level.location_id === location_id);
    const fields = { location_id, available, backorder: false, low_at: null };
    return before ? revived(ctx, before, fields) : levels.create(newLevel(ctx, variant, fields));
  });
  return [...(card ? [] : [stockCards.create(cardOf(ctx, variant))]), ...writes];
}

/**
 * The writes of a change by hand, made on what is read here. They hold only while nobody else has changed what they
 * are based on; then the verb runs again.
 */
export async function inventoryWrites(
  ctx: Context,
  variant: Counted,
  place: Place,
  input: ChangeInventory,
): Promise<{ writes: Write[]; counted: boolean }> {
  const { store_id, variant_id, counted } = variant;
  if (input.counted === false)
    return { writes: await retireWrites(ctx, store_id, variant_id), counted: false };
  const level = await levels.find({ store_id, variant_id, location_id: place.location_id });
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
    if (level.reserved === 0) return removed(level);
    const set = { retired: true, watched: true, available: 0, updated_at: ctx.now() };
    return levels.update(level, { set }, { expression: "attribute_exists(pk)" });
  });
}

/** The writes that remove all that is known of a variant; `undefined` when it was ever ordered. */
export async function forgetWrites(storeId: string, variantId: string): Promise<Write[] | undefined> {
  const [card, all] = await sideBySide([
    stockCards.find({ store_id: storeId, variant_id: variantId }),
    levelsOf(storeId, variantId),
  ]);
  if (card?.ordered || all.some(({ ordered, reserved }) => ordered || reserved > 0)) return undefined;
  return [...all.map(removed), card ? stockCards.remove(card) : stillUnknown(storeId, variantId)];
}

/** The write that removes a level of which nothing is reserved. Reserved meanwhile, it stays: the verb runs again. */
export function removed(level: Level): Write {
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
  const { available, delta, low_at } = input;
  const backorder = input.backorder ?? level.backorder;
  if (available != null && input.expected == null)
    throw refused("expected", "is required: say how many were available when you looked");
  if (available != null && input.expected !== level.available) throw GENERAL.CONFLICT();
  const after = available ?? level.available + (delta ?? 0);
  if (after < 0 && !backorder) throw below(level, after);
  const set = {
    ...(available == null ? {} : { available }),
    ...(input.backorder == null ? {} : { backorder }),
    ...(low_at === undefined ? {} : { low_at, watched: low_at !== null }),
  };
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
  variant: Counted,
  { location_id, stillOpen }: Place,
  input: ChangeInventory,
  before: Stored<Level> | undefined,
): Promise<Write[]> {
  const { store_id, variant_id } = variant;
  const available = input.available ?? input.delta ?? 0;
  if (input.expected != null && input.expected !== 0) throw GENERAL.CONFLICT();
  const fields = { available, backorder: input.backorder ?? false, low_at: input.low_at ?? null };
  if (available < 0 && !fields.backorder) throw below({ variant_id, location_id }, available);
  if (before) return [revived(ctx, before, fields), stillOpen];
  const card = await stockCards.find({ store_id, variant_id });
  return [
    ...(card ? [] : [stockCards.create(cardOf(ctx, variant))]),
    levels.create(newLevel(ctx, variant, { location_id, ...fields })),
    stillOpen,
  ];
}

function revived(ctx: Context, before: Level, fields: Partial<Level>): Write {
  const set = { ...fields, retired: false, watched: fields.low_at != null, updated_at: ctx.now() };
  return levels.update(before, { set }, { expression: "retired = :yes", values: { ":yes": true } });
}

function newLevel(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<Counted, "counted">,
  fields: Pick<Level, "location_id" | "available"> & Partial<Level>,
): Level {
  const now = ctx.now();
  return {
    id: newId("level", ctx.clock()),
    store_id,
    product_id,
    variant_id,
    reserved: 0,
    backorder: false,
    low_at: null,
    ordered: false,
    retired: false,
    watched: fields.low_at != null,
    low_told: false,
    lows: 0,
    created_at: now,
    updated_at: now,
    ...fields,
  };
}

/** What is known of a variant for good, as it begins. */
export function cardOf(
  ctx: Context,
  { store_id, product_id, variant_id }: Omit<Counted, "counted">,
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
