import { type Places, plan } from "#lib/commerce/inventory/plan.ts";
import type { Level } from "#lib/commerce/inventory/schema.ts";
import { defaultLocation } from "#lib/commerce/locations/book.ts";
import type { Location } from "#lib/commerce/locations/schema.ts";
import type { PricedCart } from "./pricing.ts";
import type { Unit } from "./unit.ts";

/** Where goods are taken from: where the buyer fetches them, or wherever they are. */
export function placesOf(locations: Location[], { delivery }: Pick<PricedCart, "delivery">): Places {
  const defaultId = defaultLocation(locations).id;
  const pickupId = delivery?.method.locationId;
  return pickupId ? { defaultId, pickupId } : { defaultId };
}

/** The units of a cart, each with where it is taken from; those that there is too little of say so. */
export function judgeStock(units: Unit[], levels: Level[], places: Places): Unit[] {
  const goods = units.flatMap(({ line, quantity, counted, snapshot, reason }) =>
    line.type === "product" && !reason
      ? [
          {
            line_id: line.id,
            product_id: line.product_id,
            variant_id: line.variant_id,
            quantity,
            counted,
            name: snapshot.name,
          },
        ]
      : [],
  );
  const planned = new Map(plan(goods, levels, places).map((each) => [each.line_id, each]));
  return units.map((unit) => {
    const found = planned.get(unit.line.id);
    if (!found) return unit;
    const { allocations, missing, available } = found;
    return {
      ...unit,
      allocations,
      available: unit.counted ? available : null,
      reason: missing > 0 ? "insufficient_stock" : unit.reason,
    };
  });
}
