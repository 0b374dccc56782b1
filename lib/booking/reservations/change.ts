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
import { EVENT_OF_STATUS, type LifecycleEvent, reservationLife } from "./lifecycle.ts";
import { isSamePart, moveReservation } from "./move.ts";
import type { PartInput, UpdateReservation } from "./request-schema.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import { type Part, Reservation, STATUSES, type Status } from "./schema.ts";
import { getReservation } from "./service.ts";
import { holdsTime } from "./states.ts";
import { reservations } from "./table.ts";
import { findKeptParts, type KeptParts, type ReadOrderBalance, type RefundDecision } from "./undo-booking.ts";

/**
 * Changes what is sent: status, times, notes. Staff may do all that the statuses allow; a customer may cancel, move and
 * write notes. A change of time frees the old one and takes the new one in one transaction.
 *
 * @param orders what can be given back of the order that a reservation's appointments are lines of
 * @throws GENERAL.FORBIDDEN where money would go back that the caller may not give back: see `givenBack`
 */
export function updateReservation(
  ctx: Context,
  { id, businessId }: { id: string; businessId?: string },
  input: UpdateReservation,
  orders: ReadOrderBalance,
): Promise<Reservation> {
  let asked: Status | undefined;
  return retryBookingOnConflict(async () => {
    const before = await getReservation(ctx, id, businessId);
    asked ??= before.status;
    const { status, wish } = wishOf(ctx, input, before);
    const wanted = wantedBy(ctx, before, input);
    await checkRights(ctx, before, status, wanted);
    expectVersion(before, input);
    const own = before.customerId === person(ctx).id;
    const giving: RefundDecision = (customerMay) =>
      own ? Promise.resolve("all") : checkRefundPermission(ctx, before.businessId, input.refund, customerMay);
    const kept = await findKeptParts(ctx, before, { status, parts: wanted }, { orders, giving });
    return commit(ctx, before, input, { wish, wanted, asked, giving, ...kept });
  });
}

/** Changes a reservation for its customer, who is known by the link in a mail: cancels it, or moves it. */
export function changeByLink(
  ctx: Context,
  { businessId, id }: { businessId: string; id: string },
  input: Pick<UpdateReservation, "status" | "parts">,
): Promise<Reservation> {
  let asked: Status | undefined;
  return retryBookingOnConflict(async () => {
    const before = await reservations.get({ businessId, id }, RESERVATION.NOT_FOUND(), ctx);
    asked ??= before.status;
    const { wish } = wishOf(ctx, input, before);
    const wanted = wantedBy(ctx, before, input);
    if (wanted && !sameServices(before.parts, wanted)) throw GENERAL.FORBIDDEN();
    return commit(ctx, before, input, { wish, wanted, asked });
  });
}

async function commit(
  ctx: Context,
  before: Stored<Reservation>,
  { id, status: _, statuses, parts, items, payment, refund, version, ...sent }: UpdateReservation,
  { wish, wanted, asked, giving, notRefunded, still = [] }: Wanted & { asked: Status } & Partial<KeptParts>,
): Promise<Reservation> {
  const customer = sent.blocks && newCustomerIn(sent.blocks, before.blocks);
  const said = changesOf(Reservation, sent, customer ?? {});
  const changing = (noted?: Part[]): LifecycleEvent[] => [
    ...wish,
    { type: "changed", change: { said, notRefunded, parts: noted } },
  ];
  if (wanted && isMoved(before, wanted)) return moveReservation(ctx, before, changing(), wanted, still);
  const events = changing(wanted && withNotes(before, wanted));
  const decide = (isTimeGone: boolean) => applyEvents(ctx, before, events, isTimeGone);
  const decided = decide(false);
  checkSize(decided);
  const closing = await closeLive(ctx, before, decided);
  // Who cancels what was not paid yet, and paid at that very moment, gets the money back.
  const { record, writes } = await transitionWrites(ctx, before, decide, {
    wasUnpaid: asked === "CREATED",
    giving,
  });
  return transact(ctx, [...writes, ...closing, ...still], record);
}

/** What is to become of a reservation. */
interface Wanted {
  wish: LifecycleEvent[];
  wanted: PartInput[] | undefined;
  giving?: RefundDecision | undefined;
}

// A page that can still be paid is ended before its time is freed. Money that came meanwhile goes back by `undoing`.
async function closeLive(ctx: Context, before: Reservation, next: Reservation): Promise<Write[]> {
  const { status, businessId, payment } = before;
  if (status !== "CREATED" || holdsTime(next.status) || !payment?.id) return [];
  return (await preparePageClose(ctx, businessId, payment.id)).writes;
}

function wishOf(
  ctx: Context,
  { status, statuses }: UpdateReservation,
  reservation: Stored<Reservation>,
): { status: Status; wish: LifecycleEvent[] } {
  const last = statuses?.at(-1)?.status.toUpperCase();
  const older = last === "IN_PROGRESS" ? "CONFIRMED" : STATUSES.find((each) => each === last);
  const asked = changedValue(reservation.status, status, older);
  if (asked === undefined) return { status: reservation.status, wish: [] };
  const wish: LifecycleEvent = { type: EVENT_OF_STATUS[asked] };
  const refusal = reservationLife.refusal({ reservation, now: ctx.now() }, wish);
  if (refusal) throw refusal;
  return { status: asked, wish: [wish] };
}

async function checkRights(
  ctx: Context,
  before: Reservation,
  status: Status,
  wanted: readonly PartInput[] | undefined,
): Promise<void> {
  if (await ctx.may("WRITE", before.businessId)) return;
  const own = before.customerId === person(ctx).id;
  const mayBecome = status === before.status || status === "CANCELLED";
  // What is booked is staff's to change; when it is, the customer's too.
  if (!own || !mayBecome || !(wanted === undefined || sameServices(before.parts, wanted)))
    throw GENERAL.FORBIDDEN();
}

// Who sends a reply back with a change names the parts in both forms: those that say something new count.
function wantedBy(
  ctx: Context,
  before: Reservation,
  { parts, items }: UpdateReservation,
): PartInput[] | undefined {
  const sent = [parts, items].flatMap((list) => (list ? [resolved(ctx, before, list)] : []));
  const isNew = (list: PartInput[]) =>
    isMoved(before, list) || JSON.stringify(withNotes(before, list)) !== JSON.stringify(before.parts);
  return sent.find(isNew) ?? sent[0];
}

// Parts without an id are those of the reservation of the same service, in their order.
function resolved(ctx: Context, before: Reservation, parts: readonly PartInput[]): PartInput[] {
  const left = new Set(before.parts.filter(({ id }) => !parts.some((part) => part.id === id)));
  return parts.map((part, index) => {
    const fits = (one: Part | undefined) => one?.serviceId === part.serviceId;
    const alike = [before.parts[index], ...left].find((one) => one && left.has(one) && fits(one));
    const old = part.id === undefined ? alike : before.parts.find(({ id }) => id === part.id);
    if (old && part.id === undefined) left.delete(old);
    return { ...part, id: old && fits(old) ? old.id : newId("part", ctx.clock()) };
  });
}

function isMoved(before: Reservation, wanted: readonly PartInput[]): boolean {
  if (wanted.length !== before.parts.length) return true;
  return wanted.some((part) => !before.parts.some((old) => isSamePart(old, part)));
}

function withNotes(before: Reservation, wanted: readonly PartInput[]): Part[] {
  return before.parts.map((part) => ({
    ...part,
    blocks: wanted.find(({ id }) => id === part.id)?.blocks ?? part.blocks,
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
