import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { refundRestOnce } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { whileContended } from "./contended.ts";
import { loadCalendar, reservationRead } from "./load.ts";
import { claimOf, makeFirm } from "./parts.ts";
import { changed, replacement } from "./record.ts";
import type { Reservation, Status } from "./schema.ts";
import { holdsTime } from "./states.ts";
import { undoing } from "./undo.ts";

/** Brings a reservation to where its payment is. It heeds what the payment is now, not the event: any order will do. */
export async function settleReservation(ctx: Context, event: Event): Promise<void> {
  const { reference } = event.data;
  if (typeof reference !== "string" || !reference.startsWith("rsv_")) return;
  await reconcile(ctx, event.tenant_id, reference, event.record_id);
}

/** The same for a reservation whose hold has ended: without money by now it has failed. */
export async function reconcile(
  ctx: Context,
  businessId: string,
  id: string,
  paymentId: string | null,
): Promise<void> {
  await whileContended(async () => {
    const [reservation, payment] = await readTogether(
      [reservationRead(businessId, id), paymentRead(businessId, paymentId ?? "")],
      ctx,
    );
    if (reservation) await settle(ctx, reservation, payment);
  });
}

async function settle(
  ctx: Context,
  before: Stored<Reservation>,
  payment: Stored<Payment> | undefined,
): Promise<void> {
  const wanted = statusFor(before, payment, ctx.now());
  const snapshot = payment ? snapshotOf(before, payment) : before.payment;
  if (wanted === before.status) {
    // Nothing is given for it any more: what was paid goes back.
    const isOver = !holdsTime(before.status) && !wasConfirmed(before) && before.notRefunded.length === 0;
    const refund = payment && isOver ? refundRestOnce(ctx, payment) : [];
    const same = JSON.stringify(snapshot) === JSON.stringify(before.payment);
    if (same && refund.length === 0) return;
    const after = changed(ctx, before, { payment: snapshot });
    await transact(ctx, [...(same ? [] : replacement(ctx, before, after)), ...refund]);
    return;
  }
  const calendar = await loadCalendar(ctx, before.businessId, before.parts);
  const isGone = !holdsTime(wanted);
  const kept = !isGone && (before.holdExpiresAt === null || (await makeFirm(calendar, before)));
  const after = changed(ctx, before, { status: kept || isGone ? wanted : "FAILED", payment: snapshot });
  if (kept) {
    await transact(ctx, [...replacement(ctx, before, after), ...calendar.writes()]);
    return;
  }
  const freed = await loadCalendar(ctx, before.businessId, before.parts);
  for (const part of before.parts) freed.free(claimOf(part));
  await transact(ctx, [
    ...replacement(ctx, before, after),
    ...freed.writes(),
    ...(await undoing(ctx, before)).writes,
  ]);
}

/** Where a reservation belongs, given its payment. */
export function statusFor(
  {
    status,
    isApprovalRequired,
    holdExpiresAt,
  }: Pick<Reservation, "status" | "isApprovalRequired" | "holdExpiresAt">,
  payment: Pick<Payment, "status"> | undefined,
  now: number,
): Status {
  const lapsed = isOnHold(status) && holdExpiresAt !== null && holdExpiresAt <= now;
  const settled: Status = isApprovalRequired ? "PENDING" : "CONFIRMED";
  switch (payment?.status) {
    case "captured":
      if (status === "CREATED") return settled;
      return status === "AUTHORIZED" && !isApprovalRequired ? "CONFIRMED" : status;
    case "authorized":
      return status === "CREATED" ? (isApprovalRequired ? "PENDING" : "AUTHORIZED") : status;
    case "failed":
    case "expired":
      // One that waits for staff was promised nothing yet; without its money it will not be.
      return status === "CREATED" || status === "AUTHORIZED" || status === "PENDING" ? "FAILED" : status;
    default:
      if (!lapsed) return status;
      return status === "CREATED" ? "FAILED" : "CANCELLED";
  }
}

function isOnHold(status: Status): boolean {
  return status === "CREATED" || status === "PENDING";
}

function snapshotOf(
  before: Reservation,
  { id, status, captured, refunded, refund_pending: refundPending }: Payment,
): Reservation["payment"] {
  return before.payment && before.payment.id === id
    ? { ...before.payment, status, captured, refunded, refundPending }
    : before.payment;
}

/** Whether a reservation was confirmed once, whatever became of it. */
export function wasConfirmed({ statuses }: Pick<Reservation, "statuses">): boolean {
  return statuses.some(({ status }) => status === "CONFIRMED");
}
