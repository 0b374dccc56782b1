import { type Contributions, type Source, source } from "#core/sums/declaration.ts";
import type { Delivery } from "./delivery-schema.ts";
import { deliveries } from "./table.ts";

/** Deliveries of webhooks as what sums are reckoned from: they go after a while, and have ended all the same. */
export function countedDeliveries(
  contributions: (delivery: Delivery, zone: string) => Contributions,
): Source {
  return source(deliveries, { deleted: "kept", contributions });
}
