import type { Context } from "#core/context.ts";
import { readOnce } from "#core/read-once.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { bookedDays } from "#lib/booking/schedules/bookings.ts";
import { windowOf, zoneOfBusiness } from "./availability.ts";
import { findProviders } from "./links.ts";
import { type Offer, startsOfOffer } from "./offer.ts";
import type { Provider } from "./provider-schema.ts";
import { connectionOf, findServices } from "./read.ts";
import type { Service } from "./service-schema.ts";
import { isPublished } from "./status.ts";

/** For one page: most providers whose bookings are read, most offers that are searched, and most other reads. */
const PAGE_LIMITS = { reads: 10, offers: 150, others: 300 } as const;

/** Finds records with a free slot in a window; records that several of them need are read once. */
interface SlotSearch {
  /** Reads what the records need, up to the limits; returns how many of the first records are prepared. */
  load(records: readonly (Service | Provider)[]): Promise<number>;
  service(service: Service): Promise<boolean>;
  provider(provider: Provider): Promise<boolean>;
  /** Whether the page has reached its limits; the next page continues. */
  isSpent(): boolean;
}

interface SlotRequest {
  from?: number | undefined;
  to?: number | undefined;
  providerId?: string | undefined;
  serviceId?: string | undefined;
}

/** `undefined` if the request names no time, so that every record passes. */
export function slotSearch(ctx: Context, businessId: string, request: SlotRequest): SlotSearch | undefined {
  const { from, to, providerId, serviceId } = request;
  if (from === undefined && to === undefined) return undefined;
  const window = windowOf(ctx, { from, to });
  const services = new Map<string, Service>();
  const providers = new Map<string, Provider>();
  const days = new Map<string, ReturnType<typeof bookedDays>>();
  const zone = readOnce(() => zoneOfBusiness(businessId));
  const seesAll = readOnce(() => ctx.may("READ", businessId));
  let offers = 0;
  let read = 0;

  const daysOf = (id: string) => {
    const known = days.get(id) ?? bookedDays(businessId, id, window.from, window.to);
    days.set(id, known);
    return known;
  };
  const isOpen = async (service: Service, provider: Provider) => {
    const active = service.status === "ACTIVE" && provider.status === "ACTIVE";
    return active && ((isPublished(service) && isPublished(provider)) || (await seesAll()));
  };
  const hasSlot = async (service: Service, provider: Provider) => {
    const connection = connectionOf(service, provider.id);
    if (!connection || !(await isOpen(service, provider))) return false;
    const offer: Offer = { service, connection, provider, zone: await zone() };
    offers += 1;
    const starts = (taken: Awaited<ReturnType<typeof bookedDays>>) =>
      startsOfOffer(offer, taken, window, ctx.now(), 1).length > 0;
    // Working hours alone exclude many offers, whose bookings then need no read.
    return starts([]) && starts(await daysOf(provider.id));
  };

  return {
    async load(records) {
      const missing = { services: new Set<string>(), providers: new Set<string>() };
      let count = 0;
      for (const record of records) {
        if (count > 0 && read + missing.services.size + missing.providers.size >= PAGE_LIMITS.others) break;
        if ("providers" in record) {
          for (const id of providersOf(record, providerId)) if (!providers.has(id)) missing.providers.add(id);
        } else {
          const ids = record.serviceIds.filter((id) => serviceId === undefined || id === serviceId);
          for (const id of ids) if (!services.has(id)) missing.services.add(id);
        }
        count += 1;
      }
      read += missing.services.size + missing.providers.size;
      const [foundProviders, foundServices] = await sideBySide([
        findProviders(businessId, [...missing.providers]),
        findServices(businessId, [...missing.services]),
      ]);
      for (const each of foundProviders) providers.set(each.id, each);
      for (const each of foundServices) services.set(each.id, each);
      return count;
    },
    async service(service) {
      for (const id of providersOf(service, providerId)) {
        const provider = providers.get(id);
        if (provider && (await hasSlot(service, provider))) return true;
      }
      return false;
    },
    async provider(provider) {
      for (const id of provider.serviceIds) {
        const service = services.get(id);
        if (service && (await hasSlot(service, provider))) return true;
      }
      return false;
    },
    isSpent: () => days.size >= PAGE_LIMITS.reads || offers >= PAGE_LIMITS.offers,
  };
}

function providersOf({ providers }: Service, request: string | undefined): string[] {
  const ids = providers.map(({ providerId }) => providerId);
  return request === undefined ? ids : ids.filter((id) => id === request);
}
