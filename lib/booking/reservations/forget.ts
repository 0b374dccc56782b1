import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import type { Reservation } from "./schema.ts";
import { reservations } from "./table.ts";

/** Anonymises a booking, which keeps its time and payment. */
export function forgetReservation(
  ctx: Context,
  businessId: string,
  id: string,
  customerId: string,
): Promise<boolean> {
  return withRetries(async () => {
    const found = await reservations.find({ businessId, id }, ctx);
    if (found?.customer_id !== customerId) return false;
    await transact(ctx, anonymousWrites(ctx, found));
    return true;
  });
}

/** The writes that anonymise the bookings of an order. */
export async function anonymiseReservations(
  ctx: Context,
  businessId: string,
  ids: readonly string[],
): Promise<Write[]> {
  const found = await reservations.batchGet(
    ids.map((id) => ({ businessId, id })),
    ctx,
  );
  return found.flatMap((each) => anonymousWrites(ctx, each));
}

function anonymousWrites(ctx: Context, found: Stored<Reservation>): Write[] {
  // A block of any type may hold what the customer typed.
  const parts = found.parts.map((part) => ({ ...part, blocks: [] }));
  const typed = { email: null, name: null, location: null, blocks: [], parts };
  const after = { ...found, ...typed, customer_id: null };
  return announceChange(ctx, "reservation.updated", reservations, found, after).writes;
}
