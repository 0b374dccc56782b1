import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type Counted, cardOf } from "./change.ts";
import { stockCards } from "./table.ts";

const MAX_KNOWN = 10_000;

/** Variants that were seen to be marked: a mark is never taken back, so none is read twice. */
const marked = new Set<string>();

/**
 * The writes that say for good that variants were ordered which nobody counts, so that they cannot be deleted any more.
 * Of counted ones their levels say it. Only the first orders of a variant write anything.
 */
export async function orderedMarks(
  ctx: Context,
  variants: readonly Omit<Counted, "counted">[],
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
    const after = { ...(card ?? cardOf(ctx, variant)), ordered: true };
    return card ? stockCards.replace(card, after) : stockCards.create(after);
  });
}

function remember(variantId: string): [] {
  if (marked.size >= MAX_KNOWN) marked.clear();
  marked.add(variantId);
  return [];
}
