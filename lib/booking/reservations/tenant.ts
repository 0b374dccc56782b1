import type { Context } from "#core/context.ts";
import { tenantOfService } from "#lib/booking/bookables/read.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { checkOpen, isForOtherStore } from "#lib/tenancy/access/authorize.ts";
import { bookingError, noPartsError, RESERVATION } from "./errors.ts";
import { reservationTenants } from "./table.ts";

const tenantIds = new Map<string, string>();
const MAX_TENANTS = 5000;

/**
 * The tenant of a request: that of its path, which was checked before, else the named tenant, else that of the first
 * service.
 */
export async function tenantOf(
  ctx: Context,
  businessId: string | undefined,
  { named, serviceIds }: { named: string | undefined; serviceIds: readonly string[] },
): Promise<string> {
  if (businessId !== undefined) return businessId;
  const [first] = serviceIds;
  if (named === undefined && !first) throw noPartsError();
  const found = named ?? (await tenantOfService(first ?? ""));
  if (!found) throw bookingError(0, "serviceId", "is of no service that there is");
  await checkOpen(ctx, found, "business");
  return found;
}

/** A reservation's tenant never changes, so it is cached. */
export async function tenantOfReservation(ctx: Context, id: string): Promise<string> {
  const found = tenantIds.get(id) ?? (await reservationTenants.find({ reservation_id: id }, ctx))?.businessId;
  if (!found || isForOtherStore(ctx.actor, found) || (await isDeleted(found, ctx.now())))
    throw RESERVATION.NOT_FOUND();
  if (tenantIds.size >= MAX_TENANTS) tenantIds.clear();
  tenantIds.set(id, found);
  return found;
}
