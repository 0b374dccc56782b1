import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Move } from "#lib/commerce/inventory/moves.ts";
import { openUnits, sendUnits } from "./held.ts";
import { confirmedItem } from "./place.ts";
import { changed } from "./record.ts";
import type { Order } from "./schema.ts";

interface Confirmed {
  order: Stored<Order>;
  /** Of what leaves the stock because nothing of it is sent. */
  moves: Move[];
}

/** An order that is certain. What needs no shipping is the buyer's at once. */
export function confirmedOrder(
  ctx: Context,
  before: Stored<Order>,
  change: Partial<Order>,
  waits: boolean,
  reason: string | null = null,
): Confirmed {
  const moves: Move[] = [];
  const items = before.items.map((item) => {
    const firm = confirmedItem(item, waits);
    if (item.type !== "product" || item.snapshot.requires_shipping) return firm;
    const units = openUnits(firm);
    const sent = sendUnits(firm, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: firm.fulfilled_quantity + units };
  });
  const firm = { ...change, items, status: "confirmed" as const, hold_ends_at: null, tend_at: null };
  return { order: changed(ctx, before, firm, "confirmed", reason), moves };
}
