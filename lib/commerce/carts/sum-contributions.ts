import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Cart } from "./schema.ts";
import { carts } from "./table.ts";

/** Carts as what sums are reckoned from; what one was stays when it is deleted with its contact. */
export function cartSumSource(contributions: (cart: Cart, zone: string) => Contributions): SumSource {
  return sumSource(carts, { deleted: "kept", contributions });
}
