import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { MINUTE } from "#core/seconds.ts";
import { localizedName } from "#lib/booking/bookables/localized-name.ts";
import { type Offer, periodsOfOffer, shapeOfOffer } from "#lib/booking/bookables/offer.ts";
import type { Claim } from "#lib/booking/schedules/bookings.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import { isWorkingTime } from "#lib/booking/schedules/slots.ts";
import { bookingError, RESERVATION } from "./errors.ts";
import type { ReservationPartInput } from "./request-schema.ts";
import type { Part, SlotProblem } from "./schema.ts";

/**
 * Makes the parts of a booking; refuses times outside the offers. Whether the times are free is checked later.
 *
 * @param languages for the names of services and providers: see `localizedName`
 * @param over whether the appointments have taken place already, so that past times are allowed
 */
export function partsFrom(
  ctx: Context,
  offers: readonly Offer[],
  requested: readonly ReservationPartInput[],
  prices: readonly number[],
  { over = false, languages }: { over?: boolean; languages: readonly string[] },
): Part[] {
  return requested.map((part, index) => {
    const offer = offers[index];
    if (!offer) throw bookingError(index, "serviceId", "is not offered");
    const problem = bookingProblem(ctx, offer, part);
    if (problem && !(over && problem.reason === "past")) throw problem.error;
    return newPart(ctx, offer, part, prices[index] ?? 0, languages);
  });
}

/** Makes one part of a booking without checking whether it can be booked. */
export function newPart(
  ctx: Context,
  offer: Offer,
  part: ReservationPartInput,
  price: number,
  languages: readonly string[] = [],
): Part {
  const { length, work } = shapeOfOffer(offer);
  return {
    id: part.id ?? newId("part", ctx.clock()),
    serviceId: part.serviceId,
    providerId: part.providerId,
    startTime: part.startTime,
    endTime: part.startTime + length,
    price,
    blocks: part.blocks ?? [],
    work: work.map(({ start, end }) => ({ start: part.startTime + start, end: part.startTime + end })),
    serviceName: localizedName(offer.service, languages),
    providerName: localizedName(offer.provider, languages),
  };
}

/** The reason why an offer cannot be booked at a time, apart from other bookings. */
export function bookingProblem(
  ctx: Context,
  offer: Offer,
  { startTime, endTime }: ReservationPartInput,
): { reason: SlotProblem; error: Error } | undefined {
  const { service, provider } = offer;
  const { length } = shapeOfOffer(offer);
  const end = startTime + length;
  const range = (message: string) => SCHEDULE.INVALID_TIME_RANGE({ message });
  if (service.status !== "ACTIVE" || provider.status !== "ACTIVE")
    return { reason: "not_active", error: inactiveError() };
  if (startTime % MINUTE !== 0)
    return { reason: "outside_hours", error: range("it does not begin at a whole minute") };
  if (endTime !== undefined && endTime !== end)
    return { reason: "other_length", error: range(`the service takes ${length / MINUTE} minutes`) };
  if (startTime <= ctx.now()) return { reason: "past", error: range("it is in the past") };
  const periods = periodsOfOffer(offer, { from: startTime, to: end });
  if (isWorkingTime(periods, startTime, end)) return undefined;
  return { reason: "outside_hours", error: RESERVATION.OUTSIDE_WORKING_HOURS() };
}

export function claimsOf(parts: readonly Part[], offers: readonly Offer[], hold: number): Claim[] {
  return parts.map(({ id, providerId, work }) => {
    const offer = offers.find(({ provider }) => provider.id === providerId);
    return { partId: id, providerId, work, hold, atOnce: offer?.provider.concurrentLimit ?? 1 };
  });
}

export function claimOf({ id, providerId, work }: Part) {
  return { partId: id, providerId, work };
}

function inactiveError(): Error {
  return RESERVATION.FAILED_CREATE({ message: "the service or the provider is not active" });
}
