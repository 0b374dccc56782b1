import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { GENERAL } from "#core/errors.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { bookedDaysOf, daysTouched, MAX_DAYS_READ } from "#lib/booking/schedules/bookings.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import type {
  AvailabilityQuery,
  ExplainedSlot,
  OfferedSlot,
  REASONS,
  SlotQuery,
} from "#lib/booking/schedules/schema.ts";
import { localTime, zoneSpans } from "#lib/booking/schedules/zone.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { findProviders } from "./links.ts";
import { type Offer, shapeOfOffer, startsOfOffer, type TimeWindow, whyNotOffered } from "./offer.ts";
import { connectionOf, getService } from "./read.ts";
import type { Service } from "./service-schema.ts";
import { isPublished } from "./status.ts";

const MAX_DAYS = 92;
/** Seconds by which a window may be longer, because clocks can be set back within it. */
const CLOCK_CHANGE = HOUR;
const DEFAULT_DAYS = 7;
const MAX_SLOTS = 10_000;

/** Lists the free slots of a service in order. With `explain`, tells why each provider offers one time or not. */
export async function listAvailableSlots(
  ctx: Context,
  businessId: string,
  serviceId: string,
  query: z.output<typeof SlotQuery>,
): Promise<OfferedSlot[] | z.output<typeof ExplainedSlot>[]> {
  const service = await getService(ctx, businessId, serviceId);
  if (query.explain === "true") return explainSlot(ctx, businessId, service, query);
  const window = windowOf(ctx, query);
  const limit = query.limit ?? MAX_SLOTS;
  const offers = await visibleOffers(ctx, businessId, service, query.providerId);
  return slotsOf(await findStarts(ctx, businessId, offers, window, limit), limit);
}

/**
 * Lists the free slots by local days of the business, including empty days. All slots are counted, but no more than
 * `MAX_SLOTS` are listed.
 */
export async function getAvailability(
  ctx: Context,
  businessId: string,
  serviceId: string,
  query: z.output<typeof AvailabilityQuery>,
) {
  const service = await getService(ctx, businessId, serviceId);
  const window = windowOf(ctx, query);
  const [offers, zone] = await sideBySide([
    visibleOffers(ctx, businessId, service, query.providerId),
    zoneOfBusiness(businessId),
  ]);
  const found = await findStarts(ctx, businessId, offers, window);
  const spans = zoneSpans(zone, window.from, window.to);
  const dayOf = (at: number) => Math.floor(localTime(spans, at) / DAY);
  const counts = new Map<number, number>();
  for (const { starts } of found) {
    for (const at of starts) counts.set(dayOf(at), (counts.get(dayOf(at)) ?? 0) + 1);
  }
  const listed = Map.groupBy(slotsOf(found, MAX_SLOTS), ({ startTime }) => dayOf(startTime));
  const first = dayOf(window.from);
  const days = Array.from({ length: dayOf(window.to - 1) - first + 1 }, (_, index) => {
    const slotCount = counts.get(first + index) ?? 0;
    const date = new Date((first + index) * DAY * 1000).toISOString().slice(0, 10);
    return { date, available: slotCount > 0, slotCount, slots: listed.get(first + index) ?? [] };
  });
  return { serviceId: service.id, timezone: zone, days };
}

interface OfferStarts {
  offer: Offer;
  starts: number[];
}

async function findStarts(
  ctx: Context,
  businessId: string,
  offers: Offer[],
  window: TimeWindow,
  limit?: number,
): Promise<OfferStarts[]> {
  const now = ctx.now();
  const most = Math.floor(MAX_DAYS_READ / Math.max(1, offers.length));
  if (daysTouched(window.from, window.to).length > Math.max(most, 1)) {
    const message = `it is longer than ${most - 1} days for ${offers.length} providers: ask for fewer days, or for one provider`;
    throw SCHEDULE.INVALID_TIME_RANGE({ message });
  }
  const ids = offers.map(({ provider }) => provider.id);
  const days = await bookedDaysOf(businessId, ids, window.from, window.to);
  return offers.map((offer) => {
    const taken = days.get(offer.provider.id) ?? [];
    return { offer, starts: startsOfOffer(offer, taken, window, now, limit) };
  });
}

function slotsOf(found: OfferStarts[], limit: number): OfferedSlot[] {
  const slots = found.map(({ offer, starts }) => {
    const { length } = shapeOfOffer(offer);
    const ids = { providerId: offer.provider.id, serviceId: offer.service.id };
    return starts.slice(0, limit).map((startTime) => ({ ...ids, startTime, endTime: startTime + length }));
  });
  if (slots.length === 1) return slots[0] ?? [];
  return slots
    .flat()
    .sort((one, other) => one.startTime - other.startTime || (one.providerId < other.providerId ? -1 : 1))
    .slice(0, limit);
}

async function explainSlot(
  ctx: Context,
  businessId: string,
  service: Service,
  query: z.output<typeof SlotQuery>,
): Promise<z.output<typeof ExplainedSlot>[]> {
  if (!(await ctx.may("WRITE", businessId))) throw GENERAL.FORBIDDEN();
  const at = query.time ?? query.startTime ?? query.from;
  if (at === undefined)
    throw SCHEDULE.INVALID_TIME_RANGE({ message: "say which time, as time or startTime" });
  const [offers, zone] = await sideBySide([
    offersOf(businessId, service, query.providerId),
    zoneOfBusiness(businessId),
  ]);
  const localText = new Date(localTime(zoneSpans(zone, at, at + 1), at) * 1000).toISOString().slice(0, 16);
  const row = (providerId: string, length: number, reason: (typeof REASONS)[number]) => ({
    providerId,
    serviceId: service.id,
    startTime: at,
    endTime: at + length,
    offered: reason === "offered",
    reason,
    message: REASON_TEXTS[reason],
    localTime: localText,
    timezone: zone,
  });
  if (query.providerId !== undefined && offers.length === 0)
    return [row(query.providerId, 0, "not_connected")];
  const ids = offers.map(({ provider }) => provider.id);
  const lengths = offers.map((offer) => shapeOfOffer(offer).length);
  const days = await bookedDaysOf(businessId, ids, at, at + Math.max(0, ...lengths));
  return offers.map((offer, index) => {
    const taken = days.get(offer.provider.id) ?? [];
    return row(offer.provider.id, lengths[index] ?? 0, whyNotOffered(offer, taken, at, ctx.now()));
  });
}

async function offersOf(
  businessId: string,
  service: Service,
  providerId: string | undefined,
): Promise<Offer[]> {
  const connected = service.providers.filter(
    (each) => providerId === undefined || each.providerId === providerId,
  );
  if (connected.length === 0) return [];
  const [providers, zone] = await sideBySide([
    findProviders(
      businessId,
      connected.map((each) => each.providerId),
    ),
    zoneOfBusiness(businessId),
  ]);
  return providers.flatMap((provider) => {
    const connection = connectionOf(service, provider.id);
    return connection ? [{ service, connection, provider, zone }] : [];
  });
}

export async function zoneOfBusiness(businessId: string): Promise<string> {
  const [tenant] = await readTogether([tenantRead(businessId)]);
  return tenant?.timezone ?? "UTC";
}

/** Offers that can be booked. Those of a private service or provider are only for who may READ the business. */
async function visibleOffers(
  ctx: Context,
  businessId: string,
  service: Service,
  providerId: string | undefined,
): Promise<Offer[]> {
  const offers = await offersOf(businessId, service, providerId);
  const open = offers.filter((each) => each.service.status === "ACTIVE" && each.provider.status === "ACTIVE");
  const published = open.filter((each) => isPublished(each.service) && isPublished(each.provider));
  return published.length === open.length || (await ctx.may("READ", businessId)) ? open : published;
}

/** The window of a query, by default the next week. */
export function windowOf(ctx: Context, query: z.output<typeof AvailabilityQuery>): TimeWindow {
  const from = query.startTime ?? query.from ?? ctx.now();
  const to = query.endTime ?? query.to ?? from + DEFAULT_DAYS * DAY;
  if (to <= from) throw SCHEDULE.INVALID_TIME_RANGE({ message: "the end is not after the beginning" });
  if (to - from > MAX_DAYS * DAY + CLOCK_CHANGE) {
    throw SCHEDULE.INVALID_TIME_RANGE({ message: `it is longer than ${MAX_DAYS} days` });
  }
  return { from, to };
}

const REASON_TEXTS: Record<(typeof REASONS)[number], string> = {
  service_not_active: "The service is not active.",
  provider_not_active: "The provider is not active.",
  not_connected: "The provider does not offer this service.",
  in_the_past: "The time has begun already.",
  outside_working_hours: "The provider does not work at this time.",
  ends_after_working_hours: "The provider stops working before the service would end.",
  not_on_grid: "Slots do not begin at this time; it can be booked all the same.",
  booked: "The provider is booked.",
  offered: "The time is offered.",
};
