import type { OrderEvent } from "./events.ts";
import type { Shipment } from "./schema.ts";

const STATUS_EVENTS: Partial<Record<Shipment["status"], OrderEvent>> = {
  in_transit: "order.shipment_in_transit",
  out_for_delivery: "order.shipment_out_for_delivery",
  delivered: "order.shipment_delivered",
  failed: "order.shipment_failed",
  returned: "order.shipment_returned",
};

/** Events of a changed parcel: an update, and if its status changed, the new one too. */
export function parcelEvents(
  before: Pick<Shipment, "status"> | undefined,
  { status }: Pick<Shipment, "status">,
): OrderEvent[] {
  const isMoved = before !== undefined && before.status !== status;
  const there = isMoved ? STATUS_EVENTS[status] : undefined;
  return [
    "order.shipment_updated",
    ...(isMoved ? (["order.shipment_status_changed"] as const) : []),
    ...(there ? [there] : []),
  ];
}
