import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { retirementWrites } from "#lib/commerce/inventory/change.ts";
import { removeTaxonomyFromRecords } from "#lib/content/taxonomies/remove-from-records.ts";
import { productReplacement } from "./change.ts";
import { updateKind } from "./kind.ts";
import { UnfileProducts } from "./messages.ts";
import { type Product, ProductEvent } from "./schema.ts";
import { releaseSkus } from "./skus.ts";

/** Removes a deleted taxonomy from its products. */
export function unfileProducts(ctx: Context, event: Event, patience?: number): Promise<void> {
  return removeTaxonomyFromRecords(
    ctx,
    event,
    {
      kind: updateKind,
      message: UnfileProducts,
      stamp: "updated_at",
      rewrite: (context, before: Stored<Product>, after: Product) =>
        productReplacement(context, before, after),
    },
    patience,
  );
}

/** Retires the stock of a deleted product, one variant after the other, and releases its remaining SKUs. */
export async function clearStock(ctx: Context, event: Event): Promise<void> {
  const { store_id, id, variants } = ProductEvent.parse(event.data);
  for (const variant of variants) {
    const writes = await retirementWrites(ctx, store_id, variant.id);
    for (const some of packTransactions(writes.map((write) => [write]))) await transact(ctx, some);
  }
  await releaseSkus(ctx, { store_id, id, variants });
}
