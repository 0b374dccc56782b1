import * as z from "zod";
import { OrderView, ShipmentView } from "./view-schema.ts";

/** The order that a parcel was sent of, and beside it the parcel as shipping answers it, in both spellings. */
export const ParcelSent = OrderView.extend({
  shipment_id: z.string(),
  shipmentId: z.string(),
  tracking_number: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  tracking_url: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  label_url: z.string().nullable(),
  labelUrl: z.string().nullable(),
  shipment: ShipmentView,
});
export type ParcelSent = z.input<typeof ParcelSent>;
