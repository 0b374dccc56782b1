import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { recordFirstSale } from "#lib/tenancy/visitors/first-sale.ts";
import { partLinesOf } from "./part-lines.ts";
import type { Reservation } from "./schema.ts";
import { reservations } from "./table.ts";

/** True for a booking that is a sale by itself while it is unknown whether it was the customer's first. */
export function isFirstBookingUnknown(reservation: Reservation): boolean {
  const { is_first, customer_id, orderId, payment } = reservation;
  const isSale = payment !== null && orderId === null && partLinesOf(reservation).length > 0;
  return is_first === null && customer_id !== null && isSale;
}

/** Records whether a booking was its customer's first sale. It can run any number of times. */
export function recordFirstBooking(ctx: Context, businessId: string, id: string): Promise<void> {
  return withRetries(async () => {
    const booked = await reservations.find({ businessId, id }, ctx);
    if (!booked?.customer_id || !isFirstBookingUnknown(booked)) return;
    const sold = {
      store_id: businessId,
      customer_id: booked.customer_id,
      sale_id: id,
      made_at: booked.createdAt,
    };
    await recordFirstSale(ctx, sold, (is_first) => reservations.note(booked, { ...booked, is_first }));
  });
}
