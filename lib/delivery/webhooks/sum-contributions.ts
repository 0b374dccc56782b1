import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Delivery } from "./delivery-schema.ts";
import { deliveries } from "./table.ts";

/** Deliveries of webhooks as what sums are reckoned from: they go after a while, and have ended all the same. */
export function deliverySumSource(
  contributions: (delivery: Delivery, zone: string) => Contributions,
): SumSource {
  return sumSource(deliveries, { deleted: "kept", contributions });
}
