import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { refundRestOnce } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { transitionWrites } from "./event-writes.ts";
import { reservationLife } from "./lifecycle.ts";
import { reservationRead } from "./load-booking.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import type { Reservation } from "./schema.ts";

/** The event of a reservation for each status of its payment. */
const EVENT_OF_PAYMENT = {
  pending: "payment pending",
  authorized: "payment authorized",
  captured: "payment received",
  failed: "payment failed",
  expired: "payment failed",
} as const satisfies Record<Payment["status"], string>;

/** Applies the payment's current state and not the one in the event, so that events may come in any order. */
export async function settleReservation(ctx: Context, event: Event): Promise<void> {
  const { reference } = event.data;
  if (typeof reference !== "string" || !reference.startsWith("rsv_")) return;
  await reconcileReservationPayment(ctx, event.tenant_id, reference, event.record_id);
}

/** Applies a payment's state to a reservation; a hold that expires without a payment ends the reservation. */
export async function reconcileReservationPayment(
  ctx: Context,
  businessId: string,
  id: string,
  paymentId: string | null,
): Promise<void> {
  await retryBookingOnConflict(async () => {
    const [reservation, payment] = await readTogether(
      [reservationRead(businessId, id), paymentRead(businessId, paymentId ?? "")],
      ctx,
    );
    if (reservation) await applyPayment(ctx, reservation, payment);
  });
}

async function applyPayment(
  ctx: Context,
  reservation: Stored<Reservation>,
  payment: Stored<Payment> | undefined,
): Promise<void> {
  const snapshot = { reservation, payment, now: ctx.now() };
  const news = { type: EVENT_OF_PAYMENT[payment?.status ?? "pending"] };
  const { record, givesBack } = reservationLife.transition(snapshot, news);
  const { writes } = await transitionWrites(ctx, reservation, (isTimeGone) =>
    isTimeGone ? reservationLife.transition({ ...snapshot, isTimeGone }, news).record : record,
  );
  const refunds = payment && givesBack ? refundRestOnce(ctx, payment) : [];
  if (writes.length + refunds.length > 0) await transact(ctx, [...writes, ...refunds]);
}
