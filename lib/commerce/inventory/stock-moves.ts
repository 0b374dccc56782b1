import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { type CountedVariant, newStockCard } from "./change.ts";
import type { Allocation } from "./schema.ts";
import { levels, stockCards } from "./table.ts";

/** A change of one stock level; `stockWrites` makes the writes of many. */
export interface StockMove {
  allocation: Allocation;
  available: number;
  reserved: number;
}

/** Reserves units that are sold but not sent yet. */
export function reserve(allocation: Allocation): StockMove {
  return { allocation, available: -allocation.quantity, reserved: allocation.quantity };
}

/** Makes the units of a cancelled or expired order available again. */
export function releaseReserved(allocation: Allocation): StockMove {
  return { allocation, available: allocation.quantity, reserved: -allocation.quantity };
}

/** Removes units that were sent or handed over, or that need no shipping and were confirmed. */
export function shipReserved(allocation: Allocation): StockMove {
  return { allocation, available: 0, reserved: -allocation.quantity };
}

/** Reserves the units of a refused or refunded label again. */
export function restoreReserved(allocation: Allocation): StockMove {
  return { allocation, available: 0, reserved: allocation.quantity };
}

/** Makes returned units that are fit for sale available again. */
export function restock(allocation: Allocation): StockMove {
  return { allocation, available: allocation.quantity, reserved: 0 };
}

/**
 * The writes of stock moves, one for each level. They fail if a level without backorders would fall below zero, or if
 * more units are released than are reserved. Uncounted units are left out.
 *
 * @param failure error if a level is too low by now; by default the operation runs again from its reads
 */
export function stockWrites(
  ctx: Pick<Context, "now">,
  storeId: string,
  moves: StockMove[],
  failure?: ApiError,
): Write[] {
  const merged = new Map<string, StockMove>();
  for (const move of moves.filter(({ allocation }) => allocation.counted)) {
    const { variant_id, location_id } = move.allocation;
    const name = `${variant_id} ${location_id}`;
    const before = merged.get(name);
    merged.set(name, {
      allocation: move.allocation,
      available: (before?.available ?? 0) + move.available,
      reserved: (before?.reserved ?? 0) + move.reserved,
    });
  }
  return [...merged.values()]
    .filter(({ available, reserved }) => available !== 0 || reserved !== 0)
    .map((move) => stockWrite(ctx, storeId, move, failure));
}

function stockWrite(ctx: Pick<Context, "now">, storeId: string, move: StockMove, failure?: ApiError): Write {
  const { available, reserved, allocation } = move;
  const { variant_id, location_id } = allocation;
  const conditions = ["attribute_exists(pk)"];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  if (available < 0) {
    conditions.push("(#available >= :need or #backorder = :yes) and #retired = :no");
    Object.assign(names, { "#available": "available", "#backorder": "backorder", "#retired": "retired" });
    Object.assign(values, { ":need": -available, ":yes": true, ":no": false });
  }
  if (reserved < 0) {
    conditions.push("#reserved >= :held");
    Object.assign(names, { "#reserved": "reserved" });
    Object.assign(values, { ":held": -reserved });
  }
  return levels.update(
    { store_id: storeId, variant_id, location_id },
    {
      add: { ...(available === 0 ? {} : { available }), ...(reserved === 0 ? {} : { reserved }) },
      set: { updated_at: ctx.now(), ...(available < 0 && reserved > 0 ? { ordered: true } : {}) },
    },
    { expression: conditions.join(" and "), names, values },
    failure,
  );
}

const MAX_KNOWN = 10_000;

/** Variants known to be marked as ordered. A mark is never removed. */
const markedIds = new Set<string>();

/**
 * Marks uncounted variants as ordered for good, so that they cannot be deleted. Counted variants are marked
 * by their levels. Only the first orders write anything.
 */
export async function markOrdered(
  ctx: Context,
  variants: readonly Omit<CountedVariant, "counted">[],
): Promise<Write[]> {
  const unmarked = new Map(
    variants.flatMap((variant) => (markedIds.has(variant.variant_id) ? [] : [[variant.variant_id, variant]])),
  );
  if (unmarked.size === 0) return [];
  const found = await stockCards.batchGet([...unmarked.values()], ctx);
  const known = new Map(found.map((card) => [card.variant_id, card]));
  return [...unmarked.values()].flatMap((variant) => {
    const card = known.get(variant.variant_id);
    if (card?.ordered) return rememberMarked(variant.variant_id);
    const after = { ...(card ?? newStockCard(ctx, variant)), ordered: true };
    return card ? stockCards.replace(card, after) : stockCards.create(after);
  });
}

function rememberMarked(variantId: string): [] {
  if (markedIds.size >= MAX_KNOWN) markedIds.clear();
  markedIds.add(variantId);
  return [];
}
