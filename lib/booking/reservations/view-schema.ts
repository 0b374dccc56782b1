import * as z from "zod";
import { page } from "#core/http/page.ts";
import { statusEntryView } from "#core/records/schema.ts";
import { openView, recordVersion, staffOnly } from "#core/view-schema.ts";
import { ReservationBlockView } from "#lib/booking/bookables/bookable-schema.ts";
import { Coordinates, PAYMENT_TYPES, Part, Reservation, ReservationPayment } from "./schema.ts";

const PartView = Part.pick({
  id: true,
  serviceId: true,
  providerId: true,
  startTime: true,
  endTime: true,
  price: true,
  serviceName: true,
  providerName: true,
}).extend({ blocks: z.array(ReservationBlockView) });
const ItemView = z.object({
  id: z.string(),
  serviceId: z.string(),
  providerId: z.string(),
  from: z.int(),
  to: z.int(),
  price: z.int(),
  blocks: z.array(ReservationBlockView),
});

/** A payment with its type in capitals, and its refunds summed by status. */
export const PaymentView = ReservationPayment.pick({
  id: true,
  paymentMethodId: true,
  provider: true,
  status: true,
  market: true,
  currency: true,
  subtotal: true,
  discount: true,
  tax: true,
  total: true,
  captured: true,
  refunded: true,
  refundPending: true,
  promoCode: true,
}).extend({
  type: z.enum(PAYMENT_TYPES),
  method: z.enum(PAYMENT_TYPES),
  shipping: z.int(),
  paid: z.int(),
  refunds: z.array(z.object({ amount: z.int(), status: z.enum(["succeeded", "pending"]) })),
});

export type PaymentView = z.output<typeof PaymentView>;

/** Includes the fields of both APIs. */
export const ReservationEvent = Reservation.pick({
  id: true,
  businessId: true,
  customerId: true,
  customer_id: true,
  orderId: true,
  email: true,
  name: true,
  market: true,
  currency: true,
  status: true,
  startTime: true,
  endTime: true,
  total: true,
  promoCode: true,
  isApprovalRequired: true,
  notRefunded: true,
  holdExpiresAt: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  statuses: z.array(statusEntryView(z.string())),
  blocks: z.array(ReservationBlockView),
  location: openView(Coordinates, Coordinates.pick({ lat: true, lng: true })).nullable(),
  payment: PaymentView.nullable(),
  accountId: z.string().nullable(),
  parts: z.array(PartView),
  items: z.array(ItemView),
  version: recordVersion(),
});
export type ReservationEvent = z.input<typeof ReservationEvent>;

/** Callers who may READ the tenant also see the fields that reports use. */
export const ReservationView = ReservationEvent.extend({
  /** When it was first confirmed, or requested if staff confirm it. */
  booked_at: staffOnly(z.int().nullable().optional()),
  cancelled_by: staffOnly(Reservation.shape.cancelled_by.removeDefault().optional()),
});
export type ReservationView = z.input<typeof ReservationView>;
export const ReservationPage = page(ReservationView);
