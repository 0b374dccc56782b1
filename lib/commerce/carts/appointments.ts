import type { Context } from "#core/context.ts";
import type { ReadBatch } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { MINUTE } from "#core/seconds.ts";
import { providerRead } from "#lib/booking/bookables/links.ts";
import { localizedName } from "#lib/booking/bookables/localized-name.ts";
import { type Offer, periodsOfOffer, shapeOfOffer } from "#lib/booking/bookables/offer.ts";
import { connectionOf, serviceRead } from "#lib/booking/bookables/read.ts";
import { isPublished } from "#lib/booking/bookables/status.ts";
import { claimsOf } from "#lib/booking/reservations/parts.ts";
import type { Part } from "#lib/booking/reservations/schema.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import { DayReads } from "#lib/booking/schedules/day-reads.ts";
import { isWorkingTime } from "#lib/booking/schedules/slots.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { Reason } from "./quote-schema.ts";
import type { CartItemSlot, ServiceLine } from "./schema.ts";

/** A slot of a line with the offer that it books, and the reason if it cannot be booked. */
export interface Appointment {
  line: ServiceLine;
  slot: CartItemSlot;
  offer: Offer | undefined;
  /** The reservation part that the slot would become; its price is not known yet. */
  part: Part | undefined;
  reason: Reason | undefined;
  needsApproval: boolean;
}

/** Adds the reads of offers and booked days of some lines to a batch. Call the results after the batch has run. */
export function addAppointmentReads(
  ctx: Context,
  batch: ReadBatch,
  businessId: string,
  lines: readonly ServiceLine[],
) {
  const requestedSlots = lines.flatMap((line) =>
    line.slots.map((slot) => ({
      line,
      slot,
      service: batch.add(serviceRead(businessId, line.service_id)),
      provider: batch.add(providerRead(businessId, line.provider_id)),
    })),
  );
  const days = new DayReads(batch, businessId);
  for (const { line, slot } of requestedSlots) days.addSlot(line.provider_id, slot.from, slot.to);
  return {
    offers: (business: Business, languages: readonly string[]): Appointment[] =>
      requestedSlots.map(({ line, slot, service, provider }) => {
        const [theService, theProvider] = [service(), provider()];
        const connection = theService && connectionOf(theService, line.provider_id);
        const offer =
          theService && theProvider && connection
            ? { service: theService, provider: theProvider, connection, zone: business.timezone }
            : undefined;
        return checkSlot(ctx, { line, slot, offer, languages });
      }),
    calendar: () => days.calendar(ctx.now()),
  };
}

/** Takes the times of appointments in the calendar; one whose time is not free gets the reason `slot_taken`. */
export function takeSlots(
  calendar: Calendar,
  appointments: readonly Appointment[],
  holdEnd: number,
): Appointment[] {
  return appointments.map((appointment) => {
    const { part, offer } = appointment;
    if (!part || !offer || appointment.reason) return appointment;
    const [claim] = claimsOf([part], [offer], holdEnd);
    return claim && !calendar.take(claim) ? { ...appointment, reason: "slot_taken" as const } : appointment;
  });
}

function checkSlot(
  ctx: Context,
  {
    line,
    slot,
    offer,
    languages,
  }: Pick<Appointment, "line" | "slot" | "offer"> & { languages: readonly string[] },
): Appointment {
  const base = { line, slot, offer, part: undefined, needsApproval: false };
  if (!offer) return { ...base, reason: "deleted" };
  const { service, provider, connection } = offer;
  if (!isPublished(service) || !isPublished(provider)) return { ...base, reason: "archived" };
  const { length, work } = shapeOfOffer(offer);
  const to = slot.from + length;
  const part: Part = {
    id: newId("part", ctx.clock()),
    serviceId: line.service_id,
    providerId: line.provider_id,
    startTime: slot.from,
    endTime: to,
    price: 0,
    blocks: line.forms.map(({ form_id, fields }) => ({
      id: form_id ?? newId("block", ctx.clock()),
      type: "FORM",
      properties: {},
      value: fields,
    })),
    work: work.map(({ start, end }) => ({ start: slot.from + start, end: slot.from + end })),
    serviceName: localizedName(service, languages),
    providerName: localizedName(provider, languages),
  };
  const needsApproval = connection.isApprovalRequired ?? service.isApprovalRequired;
  return { ...base, part, needsApproval, reason: slotProblem(ctx, offer, slot, to) };
}

function slotProblem(
  ctx: Context,
  offer: Offer,
  { from, to }: CartItemSlot,
  end: number,
): Reason | undefined {
  if (from <= ctx.now()) return "past";
  if (from % MINUTE !== 0 || (to !== null && to !== end)) return "outside_hours";
  const periods = periodsOfOffer(offer, { from, to: end });
  return isWorkingTime(periods, from, end) ? undefined : "outside_hours";
}
