import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type ReadBatch, readBatch } from "#core/dynamo/read.ts";
import { providerRead } from "#lib/booking/bookables/links.ts";
import type { Offer } from "#lib/booking/bookables/offer.ts";
import type { Provider } from "#lib/booking/bookables/provider-schema.ts";
import { connectionOf, serviceRead } from "#lib/booking/bookables/read.ts";
import type { Service } from "#lib/booking/bookables/service-schema.ts";
import { isPublished } from "#lib/booking/bookables/status.ts";
import type { Calendar, Claim } from "#lib/booking/schedules/bookings.ts";
import { DayReads } from "#lib/booking/schedules/day-reads.ts";
import { promoIdRead, promoRead } from "#lib/money/promo-codes/redemption.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import { tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import type { Person } from "#lib/tenancy/people/schema.ts";
import { personRead } from "#lib/tenancy/people/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { bookingError } from "./errors.ts";
import type { ReservationPartInput } from "./request-schema.ts";
import type { Reservation } from "./schema.ts";
import { reservations } from "./table.ts";

type ProviderWork = Pick<Claim, "providerId" | "work">;

interface BookingRequest {
  parts: readonly ReservationPartInput[];
  personId?: string | undefined;
  promoCode?: string | null | undefined;
  promoCodeId?: string | null | undefined;
  /** A reservation to read in the same round trip. */
  reservationId?: string | undefined;
  /** Parts that are booked already; their services and providers may be private by now. */
  booked?: readonly { serviceId: string; providerId: string }[] | undefined;
}

/** Everything that a booking depends on, read in one round trip. */
export interface LoadedBooking {
  business: Stored<Business>;
  person: Person | undefined;
  promo: PromoCode | undefined;
  reservation: Stored<Reservation> | undefined;
  offers: Offer[];
  /** The calendar of the days on which some work falls; days beyond those of the parts cost another round trip. */
  calendar(work: readonly ProviderWork[]): Promise<Calendar>;
}

export async function loadBooking(
  ctx: Context,
  businessId: string,
  request: BookingRequest,
): Promise<LoadedBooking> {
  const batch = readBatch(ctx);
  const business = batch.add(tenantRead(businessId));
  const person = request.personId ? batch.add(personRead(request.personId)) : undefined;
  const promo = promoReadOf(batch, businessId, request);
  const { reservationId: id } = request;
  const reservation = id ? batch.add(reservationRead(businessId, id)) : undefined;
  const offered = request.parts.map(({ serviceId, providerId }) => ({
    service: batch.add(serviceRead(businessId, serviceId)),
    provider: batch.add(providerRead(businessId, providerId)),
    providerId,
  }));
  const days = new DayReads(batch, businessId);
  for (const { providerId, startTime, endTime } of request.parts)
    days.addSlot(providerId, startTime, endTime);
  await batch.run();
  const found = business();
  if (!found) throw tenantNotFound("business");
  const hidden = offered.filter(
    ({ service, provider }) => !isVisibleTo(service(), provider(), request.booked),
  );
  const seesAll = hidden.length === 0 || (await ctx.may("READ", businessId));
  return {
    business: found,
    person: person?.(),
    promo: promo?.(),
    reservation: reservation?.(),
    offers: offered.map((offer, index) => {
      const [theService, theProvider] = [offer.service(), offer.provider()];
      const connection = theService && connectionOf(theService, offer.providerId);
      const isHidden = !seesAll && hidden.includes(offer);
      if (!theService || !theProvider || !connection || isHidden) throw offerError(index);
      return { service: theService, provider: theProvider, connection, zone: found.timezone };
    }),
    async calendar(work) {
      days.add(work);
      await batch.run();
      return days.calendar(ctx.now());
    },
  };
}

/** The calendar of the days on which some work falls. */
export async function loadCalendar(
  ctx: Context,
  businessId: string,
  work: readonly ProviderWork[],
): Promise<Calendar> {
  const batch = readBatch(ctx);
  const days = new DayReads(batch, businessId);
  days.add(work);
  await batch.run();
  return days.calendar(ctx.now());
}

export function reservationRead(businessId: string, id: string) {
  return reservations.read({ businessId, id });
}

function promoReadOf(
  batch: ReadBatch,
  businessId: string,
  { promoCode, promoCodeId }: BookingRequest,
): (() => PromoCode | undefined) | undefined {
  if (promoCode) return batch.add(promoRead(businessId, promoCode));
  return promoCodeId ? batch.add(promoIdRead(businessId, promoCodeId)) : undefined;
}

function isVisibleTo(
  service: Service | undefined,
  provider: Provider | undefined,
  booked: BookingRequest["booked"] = [],
): boolean {
  if (!service || !provider) return true;
  const knowsService = booked.some(({ serviceId }) => serviceId === service.id);
  const knowsProvider = booked.some(({ providerId }) => providerId === provider.id);
  return (knowsService || isPublished(service)) && (knowsProvider || isPublished(provider));
}

function offerError(index: number): Error {
  return bookingError(index, "providerId", "is of no service that this provider offers");
}
