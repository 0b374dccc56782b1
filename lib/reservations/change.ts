import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { refundRest } from "#lib/payments/refunds.ts";
import { paymentRead } from "#lib/payments/service.ts";
import { giveBack, redemptionRead } from "#lib/promo-codes/redemption.ts";
import { findProviders } from "#lib/providers/links.ts";
import type { Calendar } from "#lib/schedules/bookings.ts";
import { whileContended } from "./contended.ts";
import { RESERVATION } from "./errors.ts";
import { load, loadCalendar } from "./load.ts";
import { claimsOf, partsFrom } from "./parts.ts";
import { itemOf, priceItems } from "./pricing.ts";
import { changed, HOLD, replacement } from "./record.ts";
import type { PartInput, UpdateReservation } from "./request-schema.ts";
import { type Part, type Reservation, STATUSES, type Status } from "./schema.ts";
import { getReservation } from "./service.ts";
import { canBecome, holdsTime, isOpen } from "./states.ts";

/**
 * Changes what is sent: status, times, notes. Staff may do all that the statuses allow; a customer may cancel, move and
 * write notes. A change of time frees the old one and takes the new one in one transaction.
 */
export function updateReservation(
  ctx: Context,
  id: string,
  input: UpdateReservation,
  path?: string,
): Promise<Reservation> {
  return whileContended(async () => {
    const before = await getReservation(ctx, id, path);
    const status = statusOf(input, before);
    await demandRights(ctx, before, status, input);
    const sent = input.parts ?? input.items;
    const wanted = sent && resolved(ctx, before, sent);
    if (wanted && isMoved(before, wanted)) return move(ctx, before, status, input, wanted);
    const parts = wanted && withNotes(before, wanted);
    const after = changed(ctx, before, { status, blocks: input.blocks, parts });
    return become(ctx, before, after);
  });
}

/** Commits a reservation's new status with what it means for its time, its code and its money. */
export async function become(
  ctx: Context,
  before: Stored<Reservation>,
  after: Stored<Reservation>,
): Promise<Reservation> {
  const freed = holdsTime(before.status) && !holdsTime(after.status);
  const firm = before.status === "CREATED" && holdsTime(after.status) && after.status !== "CREATED";
  const calendar = freed || firm ? await loadCalendar(ctx, before.businessId, before.parts) : undefined;
  if (calendar && freed) for (const part of before.parts) calendar.free(claimOf(part));
  if (calendar && firm && !(await makeFirm(calendar, before))) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
  const writes = [
    ...replacement(ctx, before, after),
    ...(calendar?.writes() ?? []),
    ...(freed ? await undoing(ctx, before) : []),
  ];
  return transact(ctx, writes, after);
}

/** Makes a hold firm; takes its times anew where it had ended, and answers false where they are gone. */
export async function makeFirm(calendar: Calendar, { businessId, parts }: Reservation): Promise<boolean> {
  for (const part of parts) calendar.free(claimOf(part));
  const providers = await findProviders(
    businessId,
    parts.map(({ providerId }) => providerId),
  );
  return parts.every((part) => {
    const atOnce = providers.find(({ id }) => id === part.providerId)?.concurrentLimit ?? 1;
    return calendar.take({ ...claimOf(part), hold: 0, atOnce });
  });
}

/** What a part takes, as the calendar names it. */
export function claimOf({ id, providerId, work }: Part) {
  return { partId: id, providerId, work };
}

/** The writes that undo what a reservation took besides its time: the code's use, and money nothing was given for. */
export async function undoing(ctx: Context, reservation: Reservation): Promise<Write[]> {
  const { businessId, id, payment, promoCode, status } = reservation;
  const [redemption, paid] = await readTogether([
    redemptionRead(businessId, promoCode ? id : "-"),
    paymentRead(businessId, payment?.id ?? "-"),
  ]);
  const owed = status !== "CONFIRMED" && paid ? refundRest(ctx, paid) : [];
  // A use stays used when something that was confirmed is cancelled; what came to nothing never used it.
  return [...(status === "CONFIRMED" ? [] : giveBack(redemption)), ...owed];
}

async function move(
  ctx: Context,
  before: Stored<Reservation>,
  status: Status,
  input: UpdateReservation,
  wanted: PartInput[],
): Promise<Reservation> {
  if (!isOpen(status) || !isOpen(before.status))
    throw RESERVATION.INVALID_STATUS({ from: status, to: "moved" });
  const { businessId } = before;
  const loaded = await load(ctx, businessId, { parts: wanted });
  const { amounts, priced } = priceItems(
    loaded.business,
    loaded.offers.map(itemOf),
    before,
    undefined,
    ctx.now(),
  );
  const kept = new Map(before.parts.map((part) => [part.id, part]));
  const parts = wanted.map((part, index) => {
    const old = kept.get(part.id ?? "");
    if (old && isSame(old, part)) return { ...old, blocks: part.blocks ?? old.blocks };
    const [made] = partsFrom(
      ctx,
      loaded.offers.slice(index, index + 1),
      [part],
      amounts.slice(index, index + 1),
    );
    if (!made) throw RESERVATION.FAILED_CREATE({ message: `part ${index + 1} is not offered` });
    return { ...made, blocks: part.blocks ?? old?.blocks ?? [] };
  });
  const hold = status === "CREATED" ? (before.holdExpiresAt ?? ctx.now() + HOLD) : 0;
  const claims = claimsOf(parts, loaded.offers, hold);
  const calendar = await loaded.calendar([...before.parts, ...claims]);
  for (const part of before.parts) calendar.free(claimOf(part));
  if (!claims.every((claim) => calendar.take(claim))) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
  const total = sameServices(before.parts, parts) ? before.total : priced.total;
  const after = changed(ctx, before, { status, parts, total, blocks: input.blocks });
  return transact(ctx, [...replacement(ctx, before, after), ...calendar.writes()], after);
}

function statusOf({ status, statuses }: UpdateReservation, before: Reservation): Status {
  const last = statuses?.at(-1)?.status.toUpperCase();
  const asked = status ?? (last === "IN_PROGRESS" ? "CONFIRMED" : STATUSES.find((each) => each === last));
  if (asked === undefined || asked === before.status) return before.status;
  if (!canBecome(before.status, asked)) throw RESERVATION.INVALID_STATUS({ from: before.status, to: asked });
  return asked;
}

async function demandRights(
  ctx: Context,
  before: Reservation,
  status: Status,
  input: UpdateReservation,
): Promise<void> {
  if (await ctx.may("WRITE", before.businessId)) return;
  const own = before.customerId === person(ctx).id;
  const mayBecome = status === before.status || status === "CANCELLED";
  const sent = input.parts ?? input.items;
  // What is booked is staff's to change; when it is, the customer's too.
  const sameBooked = !sent || sameServices(before.parts, resolved(ctx, before, sent));
  if (!own || !mayBecome || !sameBooked) throw GENERAL.FORBIDDEN();
}

// Parts without an id are those of the reservation in their order, as long as they are of the same service.
function resolved(ctx: Context, before: Reservation, parts: readonly PartInput[]): PartInput[] {
  return parts.map((part, index) => {
    const known = before.parts.find(({ id }) => id === part.id);
    const same = known ?? (part.id === undefined ? before.parts[index] : undefined);
    const id = same?.serviceId === part.serviceId ? same.id : newId("part", ctx.clock());
    return { ...part, id };
  });
}

function isMoved(before: Reservation, wanted: readonly PartInput[]): boolean {
  if (wanted.length !== before.parts.length) return true;
  return wanted.some((part) => !before.parts.some((old) => old.id === part.id && isSame(old, part)));
}

function isSame(old: Part, { serviceId, providerId, startTime, endTime }: PartInput): boolean {
  return (
    old.serviceId === serviceId &&
    old.providerId === providerId &&
    old.startTime === startTime &&
    (endTime ?? old.endTime) === old.endTime
  );
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
