import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Cart } from "./schema.ts";
import { carts } from "./table.ts";

/** A deleted cart stays in the sums. */
export function cartSumSource(contributions: (cart: Cart, zone: string) => Contributions): SumSource {
  return sumSource(carts, { deleted: "kept", contributions });
}
