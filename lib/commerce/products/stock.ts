import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { invalidField, notFound } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { inventoryWrites } from "#lib/commerce/inventory/change.ts";
import { availableStock, readLevels } from "#lib/commerce/inventory/plan.ts";
import type { ChangeInventory, VariantStock } from "#lib/commerce/inventory/schema.ts";
import { defaultLocation, openLocations } from "#lib/commerce/locations/location-book.ts";
import type { BookedLocation } from "#lib/commerce/locations/schema.ts";
import { productReplacement } from "./change.ts";
import { updateKind } from "./kind.ts";

/** Changes the stock of a variant. The product changes only if counting begins or ends. */
export async function changeInventory(
  ctx: Context,
  storeId: string,
  segment: string,
  input: ChangeInventory,
): Promise<VariantStock> {
  const [product, { locations, stillOpen }] = await sideBySide([
    updateKind.existing(storeId, segment, { ctx }),
    openLocations(ctx, storeId),
  ]);
  const variant = product.variants.find(({ id }) => id === input.variant_id);
  if (!variant) {
    const message = "is not a variant of this product";
    throw invalidField("variant_id", message);
  }
  const { id: location_id } = locationOf(locations, input.location_id);
  const known = {
    store_id: storeId,
    product_id: product.id,
    variant_id: variant.id,
    counted: variant.counted,
  };
  const { writes, counted } = await inventoryWrites(ctx, known, { location_id, stillOpen }, input);
  const variants = product.variants.map((each) => (each === variant ? { ...each, counted } : each));
  await transact(ctx, [
    ...writes,
    ...(counted === variant.counted ? [] : productReplacement(ctx, product, { variants }).writes),
  ]);
  const levels = await readLevels(storeId, [variant.id], locations);
  const inventory = counted ? levels.filter(({ retired }) => !retired) : [];
  return {
    product_id: product.id,
    variant_id: variant.id,
    counted,
    available: counted ? availableStock(inventory) : null,
    inventory,
  };
}

function locationOf(locations: BookedLocation[], requested: string | null | undefined): BookedLocation {
  const found = requested
    ? locations.find(({ id, key }) => id === requested || key === requested)
    : defaultLocation(locations);
  if (!found) throw notFound(requested ? `Location ${requested}` : "A location");
  return found;
}
