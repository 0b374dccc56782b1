import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { reservations } from "./table.ts";

/** The writes that move the reservations of an order to a customer. */
export async function reindexReservations(
  ctx: Context,
  businessId: string,
  ids: readonly string[],
  customer_id: string | null,
): Promise<Write[]> {
  const found = await reservations.batchGet(
    ids.map((id) => ({ businessId, id })),
    ctx,
  );
  return found
    .filter((each) => each.customer_id !== customer_id)
    .map((each) => reservations.note(each, { ...each, customer_id }));
}

/**
 * Moves a reservation to the customer into which its own customer was merged. An order moves its reservation itself.
 */
export function moveReservationToMergedCustomer(
  ctx: Context,
  joining: ContactMerge,
  id: string,
): Promise<boolean> {
  return withRetries(async () => {
    const found = await reservations.find({ businessId: joining.store_id, id }, ctx);
    const moved = found && !found.orderId && ownersAfterMerge(found, found.createdAt, joining);
    if (!found || !moved) return false;
    const { customer_id } = moved;
    await transact(ctx, [reservations.note(found, { ...found, customer_id })]);
    return true;
  });
}
