import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf, checkSize, expectVersion } from "#core/records/record.ts";
import { changedValue } from "#lib/booking/bookables/status.ts";
import { preparePageClose } from "#lib/money/payments/pages.ts";
import { checkRefundPermission } from "#lib/money/payments/refund-permission.ts";
import { newCustomerIn } from "./customer.ts";
import { RESERVATION } from "./errors.ts";
import { applyEvents, transitionWrites } from "./event-writes.ts";
import { reservationLife } from "./lifecycle.ts";
import { EVENT_OF_STATUS, type LifecycleEvent } from "./lifecycle-events.ts";
import { isSamePart, moveReservation } from "./move.ts";
import { lastStatus, type ReservationPartInput, type UpdateReservation } from "./request-schema.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import { type Part, Reservation, type Status } from "./schema.ts";
import { getReservation } from "./service.ts";
import { holdsTime } from "./states.ts";
import { reservations } from "./table.ts";
import {
  findUnrefunded,
  type ReadOrderBalance,
  type RefundDecision,
  type Unrefunded,
} from "./undo-booking.ts";

/**
 * Changes status, times and notes. Staff may do all that the statuses allow; a customer may cancel, move and
 * add notes. A move frees the old time and takes the new one in one transaction.
 *
 * @param orders reads what can be refunded of a reservation's order
 * @throws GENERAL.FORBIDDEN if the caller may not refund: see `checkRefundPermission`
 */
export function updateReservation(
  ctx: Context,
  { id, businessId }: { id: string; businessId?: string },
  input: UpdateReservation,
  orders: ReadOrderBalance,
): Promise<Reservation> {
  let initialStatus: Status | undefined;
  return retryBookingOnConflict(async () => {
    const before = await getReservation(ctx, id, businessId);
    initialStatus ??= before.status;
    const { status, wish } = requestedTransition(ctx, input, before);
    const newParts = requestedParts(ctx, before, input);
    await checkRights(ctx, before, status, newParts);
    expectVersion(before, input);
    const own = before.customerId === person(ctx).id;
    const giving: RefundDecision = (customerMay) =>
      own ? Promise.resolve("all") : checkRefundPermission(ctx, before.businessId, input.refund, customerMay);
    const kept = await findUnrefunded(ctx, before, { status, parts: newParts }, { orders, giving });
    return saveChange(ctx, before, input, { wish, wanted: newParts, asked: initialStatus, giving, ...kept });
  });
}

/** Cancels or moves a reservation for a customer who opened the link in a mail. */
export function changeByLink(
  ctx: Context,
  { businessId, id }: { businessId: string; id: string },
  input: Pick<UpdateReservation, "status" | "parts">,
): Promise<Reservation> {
  let initialStatus: Status | undefined;
  return retryBookingOnConflict(async () => {
    const before = await reservations.get({ businessId, id }, RESERVATION.NOT_FOUND(), ctx);
    initialStatus ??= before.status;
    const { wish } = requestedTransition(ctx, input, before);
    const newParts = requestedParts(ctx, before, input);
    if (newParts && !sameServices(before.parts, newParts)) throw GENERAL.FORBIDDEN();
    return saveChange(ctx, before, input, { wish, wanted: newParts, asked: initialStatus });
  });
}

async function saveChange(
  ctx: Context,
  before: Stored<Reservation>,
  { id, status: _, statuses, parts, items, payment, refund, version, ...sent }: UpdateReservation,
  {
    wish,
    wanted: newParts,
    asked: initialStatus,
    giving,
    notRefunded,
    still = [],
  }: RequestedChange & { asked: Status } & Partial<Unrefunded>,
): Promise<Reservation> {
  const customer = sent.blocks && newCustomerIn(sent.blocks, before.blocks);
  const changedFields = changesOf(Reservation, sent, customer ?? {});
  const changing = (noted?: Part[]): LifecycleEvent[] => [
    ...wish,
    { type: "changed", change: { said: changedFields, notRefunded, parts: noted } },
  ];
  if (newParts && isMoved(before, newParts)) return moveReservation(ctx, before, changing(), newParts, still);
  const events = changing(newParts && withNotes(before, newParts));
  const decide = (isTimeGone: boolean) => applyEvents(ctx, before, events, isTimeGone);
  const decided = decide(false);
  checkSize(decided);
  const closing = await closeOpenPage(ctx, before, decided);
  // If the customer pays while cancelling an unpaid booking, the money is refunded.
  const { record, writes } = await transitionWrites(ctx, before, decide, {
    wasUnpaid: initialStatus === "CREATED",
    giving,
  });
  return transact(ctx, [...writes, ...closing, ...still], record);
}

interface RequestedChange {
  wish: LifecycleEvent[];
  wanted: ReservationPartInput[] | undefined;
  giving?: RefundDecision | undefined;
}

// Closes an open payment page before the time is freed. `undoWrites` refunds money that came meanwhile.
async function closeOpenPage(ctx: Context, before: Reservation, next: Reservation): Promise<Write[]> {
  const { status, businessId, payment } = before;
  if (status !== "CREATED" || holdsTime(next.status) || !payment?.id) return [];
  return (await preparePageClose(ctx, businessId, payment.id)).writes;
}

function requestedTransition(
  ctx: Context,
  request: UpdateReservation,
  reservation: Stored<Reservation>,
): { status: Status; wish: LifecycleEvent[] } {
  const initialStatus = changedValue(reservation.status, request.status, lastStatus(request));
  if (initialStatus === undefined) return { status: reservation.status, wish: [] };
  const wish: LifecycleEvent = { type: EVENT_OF_STATUS[initialStatus] };
  const refusal = reservationLife.refusal({ reservation, now: ctx.now() }, wish);
  if (refusal) throw refusal;
  return { status: initialStatus, wish: [wish] };
}

async function checkRights(
  ctx: Context,
  before: Reservation,
  status: Status,
  newParts: readonly ReservationPartInput[] | undefined,
): Promise<void> {
  if (await ctx.may("WRITE", before.businessId)) return;
  const own = before.customerId === person(ctx).id;
  const mayBecome = status === before.status || status === "CANCELLED";
  // Only staff change the booked services; the customer may change their times.
  if (!own || !mayBecome || !(newParts === undefined || sameServices(before.parts, newParts)))
    throw GENERAL.FORBIDDEN();
}

// A caller may send back `parts` and `items` as they were read; the one with a change counts.
function requestedParts(
  ctx: Context,
  before: Reservation,
  { parts, items }: UpdateReservation,
): ReservationPartInput[] | undefined {
  const sent = [parts, items].flatMap((list) => (list ? [withPartIds(ctx, before, list)] : []));
  const isNew = (list: ReservationPartInput[]) =>
    isMoved(before, list) || JSON.stringify(withNotes(before, list)) !== JSON.stringify(before.parts);
  return sent.find(isNew) ?? sent[0];
}

// Parts without an id are matched with the reservation's parts of the same service, in order.
function withPartIds(
  ctx: Context,
  before: Reservation,
  parts: readonly ReservationPartInput[],
): ReservationPartInput[] {
  const left = new Set(before.parts.filter(({ id }) => !parts.some((part) => part.id === id)));
  return parts.map((part, index) => {
    const fits = (one: Part | undefined) => one?.serviceId === part.serviceId;
    const alike = [before.parts[index], ...left].find((one) => one && left.has(one) && fits(one));
    const old = part.id === undefined ? alike : before.parts.find(({ id }) => id === part.id);
    if (old && part.id === undefined) left.delete(old);
    return { ...part, id: old && fits(old) ? old.id : newId("part", ctx.clock()) };
  });
}

function isMoved(before: Reservation, newParts: readonly ReservationPartInput[]): boolean {
  if (newParts.length !== before.parts.length) return true;
  return newParts.some((part) => !before.parts.some((old) => isSamePart(old, part)));
}

function withNotes(before: Reservation, newParts: readonly ReservationPartInput[]): Part[] {
  return before.parts.map((part) => ({
    ...part,
    blocks: newParts.find(({ id }) => id === part.id)?.blocks ?? part.blocks,
  }));
}

function sameServices(
  one: readonly { serviceId: string }[],
  other: readonly { serviceId: string }[],
): boolean {
  const names = (list: readonly { serviceId: string }[]) =>
    JSON.stringify(list.map((each) => each.serviceId).sort());
  return names(one) === names(other);
}
