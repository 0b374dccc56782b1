import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Delivery } from "./delivery-schema.ts";
import { deliveries } from "./table.ts";

/** A finished delivery still counts in sums after its record expires. */
export function deliverySumSource(
  contributions: (delivery: Delivery, zone: string) => Contributions,
): SumSource {
  return sumSource(deliveries, { deleted: "kept", contributions });
}
