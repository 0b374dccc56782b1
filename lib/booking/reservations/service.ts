import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf } from "#core/records/record.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { unmergedCustomer } from "#lib/tenancy/visitors/unmerged-contact.ts";
import { customerIdOfBooking, customerIn } from "./customer.ts";
import { noPartsError, RESERVATION } from "./errors.ts";
import { fieldsOfRequest } from "./input-fields.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { claimsOf, partsFrom } from "./parts.ts";
import { itemOfOffer, priceItems } from "./pricing.ts";
import { newReservation, reservationCreation } from "./record.ts";
import { type CreateReservation, lastStatus, type ReservationPartInput } from "./request-schema.ts";
import { requestHoldSeconds, spendOnRequest } from "./requests.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import { Reservation, type Status } from "./schema.ts";
import { firstHoldEnd, firstStatus } from "./status-change.ts";
import { reservations } from "./table.ts";
import { tenantOf, tenantOfReservation } from "./tenant.ts";

/** Statuses with which staff can create a reservation. */
const INITIAL_STATUSES: readonly Status[] = ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED"];

/** Further statuses that a new reservation can have in the older API, for past appointments. */
const PAST_STATUSES: readonly Status[] = ["COMPLETED", "NO_SHOW"];

/**
 * Creates a reservation without a checkout. Staff choose its status and customer. A customer's reservation is a
 * request that is PENDING until staff decide.
 */
export async function createReservation(
  ctx: Context,
  input: CreateReservation,
  businessId?: string,
): Promise<Reservation> {
  const parts = (input.parts ?? input.items ?? []).map((part) => ({ ...part, id: undefined }));
  if (parts.length === 0) throw noPartsError();
  const serviceIds = parts.map(({ serviceId }) => serviceId);
  const tenantId = await tenantOf(ctx, businessId, { named: input.businessId, serviceIds });
  const staff = await ctx.may("WRITE", tenantId);
  const caller = person(ctx);
  const named = input.customerId ?? input.accountId;
  if (!staff && ((named && named !== caller.id) || input.customer_id)) throw GENERAL.FORBIDDEN();
  if (input.customer_id) await unmergedCustomer(ctx, tenantId, input.customer_id);
  if (!staff) await spendOnRequest(ctx, tenantId);
  const customerId = named ?? (staff ? null : caller.id);
  const id = newId("rsv", ctx.clock());
  return retryBookingOnConflict(async (isRetry) => {
    const requestedParts = {
      parts,
      personId: customerId ?? undefined,
      reservationId: isRetry ? id : undefined,
    };
    const loaded = await loadBooking(ctx, tenantId, requestedParts);
    if (loaded.reservation) return loaded.reservation;
    if (customerId && !loaded.person) throw customerError();
    return writeReservation(ctx, input, parts, { id, businessId: tenantId, customerId, staff }, loaded);
  });
}

/** Only the reservation's customer and callers who may READ the business find it. */
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

async function writeReservation(
  ctx: Context,
  input: CreateReservation,
  requestedParts: ReservationPartInput[],
  owner: { id: string; businessId: string; customerId: string | null; staff: boolean },
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
  const status = initialStatus(input, owner.staff, isApprovalRequired);
  // Staff may speak another language than the customer, so their request names none.
  const languages = namingLanguages(owner.staff ? [] : ctx.languages, business);
  const parts = partsFrom(ctx, offers, requestedParts, amounts, {
    over: PAST_STATUSES.includes(status),
    languages,
  });
  const request = owner.staff ? undefined : await requestHoldSeconds(ctx, business);
  const holdExpiresAt = firstHoldEnd(status, { now: ctx.now(), request });
  const claims = claimsOf(parts, offers, holdExpiresAt ?? 0);
  const calendar = await loaded.calendar(claims);
  if (!claims.every((claim) => calendar.take(claim))) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
  const customer = customerIn(input.blocks ?? []);
  // Staff must not learn the email address of an account that they name, although mails go there.
  const email = input.email ?? customer.email ?? (account?.id === caller ? account?.email : null) ?? null;
  const requestFields = changesOf(Reservation, fieldsOfRequest(input), {
    email,
    customer_id: input.customer_id ?? (await customerIdOfBooking(owner.businessId, email, owner.customerId)),
    name: input.name ?? customer.name,
    language: owner.staff ? null : (ctx.language ?? null),
  });
  const reservation = newReservation(ctx, requestFields, {
    id: owner.id,
    businessId: owner.businessId,
    customerId: owner.customerId,
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

function customerError(): Error {
  const message = "is not an account";
  return invalidField("customerId", message);
}

function initialStatus(
  { status, statuses }: CreateReservation,
  staff: boolean,
  isApprovalRequired: boolean,
): Status {
  if (!staff) return "PENDING";
  const written = status === undefined ? lastStatus({ statuses }) : undefined;
  const asked = status ?? written;
  if (asked === undefined) return firstStatus({ isToPay: false, isApprovalRequired });
  if (written && PAST_STATUSES.includes(written)) return written;
  if (!INITIAL_STATUSES.includes(asked)) throw RESERVATION.INVALID_STATUS({ from: "new", to: asked });
  return asked;
}
