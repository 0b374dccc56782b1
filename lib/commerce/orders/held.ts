import {
  type Move,
  release as releaseMove,
  restock as restockMove,
  shipReserved,
  takeBack as takeBackMove,
} from "#lib/commerce/inventory/moves.ts";
import type { Allocation } from "#lib/commerce/inventory/schema.ts";
import type { Held, OrderItem } from "./schema.ts";

/** An item with its stock changed, and the moves that say so in the levels. */
interface Moved {
  item: OrderItem;
  moves: Move[];
}

/** What an item takes, as it begins: all of it reserved. */
export function heldOf(allocations: readonly Allocation[]): Held[] {
  return allocations.map((allocation) => ({ ...allocation, reserved: allocation.quantity }));
}

/** Gives units that were not sent back to the stock, the last place first. */
export function releaseUnits(item: OrderItem, units: number): Moved {
  return shift(item, units, releaseMove);
}

/** Lets units leave the house. */
export function sendUnits(item: OrderItem, units: number): Moved {
  return shift(item, units, shipReserved);
}

/** What had left and is in the house again, still the buyer's: a label was given back. */
export function takeBackUnits(item: OrderItem, units: number): Moved {
  let left = units;
  const moves: Move[] = [];
  const allocations = item.allocations.map((held) => {
    const taken = Math.min(left, held.quantity - held.reserved);
    left -= taken;
    if (taken > 0) moves.push(takeBackMove(part(held, taken)));
    return { ...held, reserved: held.reserved + taken };
  });
  return { item: { ...item, allocations }, moves };
}

/** Puts units that came back on sale again, where they came from first. */
export function restockUnits(item: OrderItem, units: number): Move[] {
  const [first] = item.allocations;
  return first && units > 0 ? [restockMove(part(first, units))] : [];
}

/** Units of an item that are neither sent nor cancelled. */
export function openUnits({ quantity, cancelled_quantity, fulfilled_quantity }: OrderItem): number {
  return quantity - cancelled_quantity - fulfilled_quantity;
}

function shift(item: OrderItem, units: number, move: (allocation: Allocation) => Move): Moved {
  let left = units;
  const moves: Move[] = [];
  const allocations = item.allocations
    .toReversed()
    .map((held) => {
      const taken = Math.min(left, held.reserved);
      left -= taken;
      if (taken > 0) moves.push(move(part(held, taken)));
      return { ...held, reserved: held.reserved - taken };
    })
    .toReversed();
  return { item: { ...item, allocations }, moves };
}

function part({ product_id, variant_id, location_id, counted }: Held, quantity: number): Allocation {
  return { product_id, variant_id, location_id, counted, quantity };
}
