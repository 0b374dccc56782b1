import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf } from "#core/records/record.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { openCustomer } from "#lib/tenancy/visitors/change-customer.ts";
import { customerIdOfBooking, customerIn } from "./customer.ts";
import { partsMissing, RESERVATION } from "./errors.ts";
import { fieldsOfRequest } from "./input-fields.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { claimsOf, partsFrom } from "./parts.ts";
import { itemOfOffer, priceItems } from "./pricing.ts";
import { newReservation, reservationCreation } from "./record.ts";
import type { CreateReservation, PartInput } from "./request-schema.ts";
import { requestHoldTime, spendOnRequest } from "./requests.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import { Reservation, STATUSES, type Status } from "./schema.ts";
import { firstHold, firstStatus } from "./status-change.ts";
import { reservations } from "./table.ts";
import { tenantOf, tenantOfReservation } from "./tenant.ts";

/** What a reservation that staff write down can begin as. */
const BEGINNINGS: readonly Status[] = ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED"];

/** What the older form writes down besides: appointments that were, whatever time it is by now. */
const OVER: readonly Status[] = ["COMPLETED", "NO_SHOW"];

/**
 * Writes a reservation down without a checkout. Staff name the status, and book for whom they like; a customer's is a
 * request, which is PENDING until staff decide.
 */
export async function createReservation(
  ctx: Context,
  input: CreateReservation,
  businessId?: string,
): Promise<Reservation> {
  const parts = (input.parts ?? input.items ?? []).map((part) => ({ ...part, id: undefined }));
  if (parts.length === 0) throw partsMissing();
  const serviceIds = parts.map(({ serviceId }) => serviceId);
  const tenantId = await tenantOf(ctx, businessId, { named: input.businessId, serviceIds });
  const staff = await ctx.may("WRITE", tenantId);
  const caller = person(ctx);
  const named = input.customerId ?? input.accountId;
  if (!staff && ((named && named !== caller.id) || input.customer_id)) throw GENERAL.FORBIDDEN();
  if (input.customer_id) await openCustomer(ctx, tenantId, input.customer_id);
  if (!staff) await spendOnRequest(ctx, tenantId);
  const customerId = named ?? (staff ? null : caller.id);
  const id = newId("rsv", ctx.clock());
  return retryBookingOnConflict(async (again) => {
    const wanted = { parts, personId: customerId ?? undefined, reservationId: again ? id : undefined };
    const loaded = await loadBooking(ctx, tenantId, wanted);
    if (loaded.reservation) return loaded.reservation;
    if (customerId && !loaded.person) throw noCustomer();
    return write(ctx, input, parts, { id, businessId: tenantId, customerId, staff }, loaded);
  });
}

/** A reservation, for its customer and for those who may READ the business. */
export async function getReservation(
  ctx: Context,
  id: string,
  businessId?: string,
): Promise<Stored<Reservation>> {
  const tenantId = businessId ?? (await tenantOfReservation(ctx, id));
  const found = await reservations.get({ businessId: tenantId, id }, RESERVATION.NOT_FOUND(), ctx);
  const caller = person(ctx);
  if (found.customerId === caller.id || (await ctx.may("READ", tenantId))) return found;
  throw RESERVATION.NOT_FOUND();
}

async function write(
  ctx: Context,
  input: CreateReservation,
  wanted: PartInput[],
  whose: { id: string; businessId: string; customerId: string | null; staff: boolean },
  loaded: LoadedBooking,
): Promise<Reservation> {
  const { offers, business, person: account } = loaded;
  const caller = person(ctx).id;
  const { market, amounts, priced } = priceItems(
    business,
    offers.map(itemOfOffer),
    input,
    undefined,
    ctx.now(),
  );
  const isApprovalRequired = offers.some(
    ({ service, connection }) => connection.isApprovalRequired ?? service.isApprovalRequired,
  );
  const status = beginning(input, whose.staff, isApprovalRequired);
  // Staff book in a language of their own.
  const languages = namingLanguages(whose.staff ? [] : ctx.languages, business);
  const parts = partsFrom(ctx, offers, wanted, amounts, { over: OVER.includes(status), languages });
  const request = whose.staff ? undefined : await requestHoldTime(ctx, business);
  const holdExpiresAt = firstHold(status, { now: ctx.now(), request });
  const claims = claimsOf(parts, offers, holdExpiresAt ?? 0);
  const calendar = await loaded.calendar(claims);
  if (!claims.every((claim) => calendar.take(claim))) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
  const customer = customerIn(input.blocks ?? []);
  // Whom staff name is mailed at the address of the account, which is not for them to learn.
  const email = input.email ?? customer.email ?? (account?.id === caller ? account?.email : null) ?? null;
  const said = changesOf(Reservation, fieldsOfRequest(input), {
    email,
    customer_id: input.customer_id ?? (await customerIdOfBooking(whose.businessId, email, whose.customerId)),
    name: input.name ?? customer.name,
    language: whose.staff ? null : (ctx.language ?? null),
  });
  const reservation = newReservation(ctx, said, {
    id: whose.id,
    businessId: whose.businessId,
    customerId: whose.customerId,
    market: market.key ?? market.id,
    currency: market.currency,
    status,
    parts,
    payment: null,
    total: priced.total,
    promoCode: null,
    isApprovalRequired,
    holdExpiresAt,
  });
  return transact(ctx, [...reservationCreation(ctx, reservation), ...calendar.writes()], reservation);
}

/** The status that the older form's last entry says. */
function writtenDown({ statuses }: Pick<CreateReservation, "statuses">): Status | undefined {
  const last = statuses?.at(-1)?.status.toUpperCase();
  return last === "IN_PROGRESS" ? "CONFIRMED" : STATUSES.find((each) => each === last);
}

function noCustomer(): Error {
  const message = "is not an account";
  return validationFailed([{ field: "customerId", message, error: "FIELD.VALIDATION_FAILED" }]);
}

function beginning(
  { status, statuses }: CreateReservation,
  staff: boolean,
  isApprovalRequired: boolean,
): Status {
  if (!staff) return "PENDING";
  const written = status === undefined ? writtenDown({ statuses }) : undefined;
  const asked = status ?? written;
  if (asked === undefined) return firstStatus({ isToPay: false, isApprovalRequired });
  if (written && OVER.includes(written)) return written;
  if (!BEGINNINGS.includes(asked)) throw RESERVATION.INVALID_STATUS({ from: "new", to: asked });
  return asked;
}
