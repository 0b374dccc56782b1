import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { bookTime } from "./book-time.ts";
import { reservationLife } from "./lifecycle.ts";
import type { LifecycleEvent } from "./lifecycle-events.ts";
import type { LoadedBooking } from "./load-booking.ts";
import { reservationReplacement } from "./record.ts";
import type { Reservation } from "./schema.ts";
import { holdsTime } from "./states.ts";
import { type RefundDecision, undoWrites } from "./undo-booking.ts";

/** Applies the events to the reservation, given whether others have taken its time. */
type DecideRecord = (isTimeGone: boolean) => Stored<Reservation>;

interface ChangeOptions {
  known?: Pick<LoadedBooking, "offers" | "calendar"> | undefined;
  wasUnpaid?: boolean;
  giving?: RefundDecision | undefined;
}

/** A reservation after some events, one after the other. */
export function applyEvents(
  ctx: Context,
  before: Stored<Reservation>,
  events: readonly LifecycleEvent[],
  isTimeGone = false,
): Stored<Reservation> {
  const now = ctx.now();
  return events.reduce(
    (reservation, event) => reservationLife.transition({ reservation, now, isTimeGone }, event).record,
    before,
  );
}

/** The changed reservation, with its writes and those of its time, its promo code and its payment. */
export async function transitionWrites(
  ctx: Context,
  before: Stored<Reservation>,
  decide: DecideRecord,
  { known, ...undo }: ChangeOptions = {},
): Promise<{ record: Reservation; writes: Write[] }> {
  const changed = decide(false);
  const booked = await bookTime(ctx, before, changed, known);
  const decided = booked ? changed : decide(true);
  const times = booked ?? (await bookTime(ctx, before, decided)) ?? [];
  const isFreed = holdsTime(before.status) && !holdsTime(decided.status);
  const undone = isFreed ? await undoWrites(ctx, before, undo) : { writes: [], isKept: false };
  const notRefunded = undone.isKept ? before.parts.map(({ id }) => id) : [];
  const keeps: LifecycleEvent = { type: "changed", change: { notRefunded } };
  const after = applyEvents(ctx, decided, undone.isKept ? [keeps] : []);
  const { record, writes } = reservationReplacement(ctx, before, after);
  return { record, writes: [...writes, ...times, ...undone.writes] };
}

/**
 * The writes that an order's event causes for the order's reservation; `undefined` if others have taken its time. The
 * order itself handles promo code and money.
 */
export async function orderEventWrites(
  ctx: Context,
  before: Stored<Reservation> | undefined,
  event: LifecycleEvent,
): Promise<Write[] | undefined> {
  if (!before) return [];
  const decided = applyEvents(ctx, before, [event]);
  const times = await bookTime(ctx, before, decided);
  return times && [...reservationReplacement(ctx, before, decided).writes, ...times];
}
