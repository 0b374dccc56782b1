import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { type CountedVariant, newStockCard } from "./change.ts";
import type { Allocation } from "./schema.ts";
import { levels, stockCards } from "./table.ts";

/** A change of stock as a value; `stockWrites` makes the writes of many. */
export interface StockMove {
  allocation: Allocation;
  available: number;
  reserved: number;
}

/** Sold and not sent yet: from available to reserved. */
export function reserve(allocation: Allocation): StockMove {
  return { allocation, available: -allocation.quantity, reserved: allocation.quantity };
}

/** Cancelled or expired: from reserved back to available. */
export function releaseReserved(allocation: Allocation): StockMove {
  return { allocation, available: allocation.quantity, reserved: -allocation.quantity };
}

/** Sent, handed over, or confirmed where nothing is sent: reserved units leave the house. */
export function shipReserved(allocation: Allocation): StockMove {
  return { allocation, available: 0, reserved: -allocation.quantity };
}

/** A label was refunded: what had left is in the house again, and still somebody's. */
export function restoreReserved(allocation: Allocation): StockMove {
  return { allocation, available: 0, reserved: allocation.quantity };
}

/** Returned and fit for sale. Levels may be gone by then: ask `rehomed` first. */
export function restock(allocation: Allocation): StockMove {
  return { allocation, available: allocation.quantity, reserved: 0 };
}

/**
 * The writes of some moves, for the transaction of what causes them: one a level, whatever the number of lines. They
 * hold only while no level falls below zero that may not, and nothing is given back that is not reserved. What was
 * sold uncounted is left out.
 *
 * @param failure what it means that a level has too little by now; unless given, somebody was faster, and the verb runs
 *   again from its reads, where `plan` finds another location or says which line is short
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

/** Variants that were seen to be marked: a mark is never taken back, so none is read twice. */
const marked = new Set<string>();

/**
 * The writes that say for good that variants were ordered which nobody counts, so that they cannot be deleted any more.
 * Of counted ones their levels say it. Only the first orders of a variant write anything.
 */
export async function markOrdered(
  ctx: Context,
  variants: readonly Omit<CountedVariant, "counted">[],
): Promise<Write[]> {
  const asked = new Map(
    variants.flatMap((variant) => (marked.has(variant.variant_id) ? [] : [[variant.variant_id, variant]])),
  );
  if (asked.size === 0) return [];
  const found = await stockCards.batchGet([...asked.values()], ctx);
  const known = new Map(found.map((card) => [card.variant_id, card]));
  return [...asked.values()].flatMap((variant) => {
    const card = known.get(variant.variant_id);
    if (card?.ordered) return remember(variant.variant_id);
    const after = { ...(card ?? newStockCard(ctx, variant)), ordered: true };
    return card ? stockCards.replace(card, after) : stockCards.create(after);
  });
}

function remember(variantId: string): [] {
  if (marked.size >= MAX_KNOWN) marked.clear();
  marked.add(variantId);
  return [];
}
