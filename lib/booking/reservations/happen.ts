import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { bookTime } from "./book-time.ts";
import { type Happening, reservationLife } from "./lifecycle.ts";
import type { Loaded } from "./load.ts";
import { replacement } from "./record.ts";
import type { Reservation } from "./schema.ts";
import { holdsTime } from "./states.ts";
import { type Giving, undoing } from "./undo.ts";

/** What a reservation is after what has happened to it, given whether its time is gone. */
type Decide = (isTimeGone: boolean) => Stored<Reservation>;

interface How {
  /** What of it was read before. */
  known?: Pick<Loaded, "offers" | "calendar"> | undefined;
  wasUnpaid?: boolean;
  giving?: Giving | undefined;
}

/** A reservation after some happenings, one after the other. */
export function after(
  ctx: Context,
  before: Stored<Reservation>,
  happenings: readonly Happening[],
  isTimeGone = false,
): Stored<Reservation> {
  const now = ctx.now();
  return happenings.reduce(
    (reservation, happening) => reservationLife.step({ reservation, now, isTimeGone }, happening).record,
    before,
  );
}

/**
 * The writes of what has happened to a reservation, with what it means for its time, its code and its money; and the
 * reservation as it is then.
 */
export async function happened(
  ctx: Context,
  before: Stored<Reservation>,
  decide: Decide,
  { known, ...undo }: How = {},
): Promise<{ record: Reservation; writes: Write[] }> {
  const wanted = decide(false);
  const booked = await bookTime(ctx, before, wanted, known);
  const decided = booked ? wanted : decide(true);
  const times = booked ?? (await bookTime(ctx, before, decided)) ?? [];
  const isFreed = holdsTime(before.status) && !holdsTime(decided.status);
  const undone = isFreed ? await undoing(ctx, before, undo) : { writes: [], isKept: false };
  const notRefunded = undone.isKept ? before.parts.map(({ id }) => id) : [];
  const keeps: Happening = { is: "be changed", change: { notRefunded } };
  const { record, writes } = replacement(ctx, before, after(ctx, decided, undone.isKept ? [keeps] : []));
  return { record, writes: [...writes, ...times, ...undone.writes] };
}

/**
 * The writes of what an order brings its reservation; `undefined` where its time is gone, which is for the order to
 * answer. Its code and its money are the order's.
 */
export async function happenedToOrder(
  ctx: Context,
  before: Stored<Reservation> | undefined,
  happening: Happening,
): Promise<Write[] | undefined> {
  if (!before) return [];
  const decided = after(ctx, before, [happening]);
  const times = await bookTime(ctx, before, decided);
  return times && [...replacement(ctx, before, decided).writes, ...times];
}
