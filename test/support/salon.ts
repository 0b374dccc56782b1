import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { WEEKDAYS } from "#lib/booking/schedules/schema.ts";
import { ok } from "./client.ts";
import { FUTURE } from "./dates.ts";
import { openStore, type Somebody } from "./world.ts";

/** A Monday, 00:00 UTC, in the future. */
export const MONDAY = FUTURE;
export const HOUR = 3600;

/** Nine to five on every day. */
export const OPENING_HOURS = WEEKDAYS.map((day) => ({
  day,
  workingHours: [{ from: 9 * 60, to: 17 * 60 }],
}));

export type Salon = { businessId: string; owner: Somebody; serviceId: string; providerId: string };

type SalonOptions = { service?: Record<string, unknown>; provider?: Record<string, unknown> };

/** A salon in Berlin with one provider, open from nine to five, and a service of an hour for 50.00. */
export async function openSalon({ service, provider }: SalonOptions = {}): Promise<Salon> {
  const { id: businessId, owner } = await openStore();
  const createdProvider = await ok(providers.createProvider, {
    params: { businessId },
    as: owner,
    body: { key: "mira", workingTime: { workingDays: OPENING_HOURS }, ...provider },
  });
  const { id: serviceId } = await ok(services.createService, {
    params: { businessId },
    as: owner,
    body: {
      key: "cut",
      name: "Haircut",
      prices: [{ market: "eu", amount: 5000 }],
      durations: [{ duration: 60 }],
      providers: [{ providerId: createdProvider.id }],
      ...service,
    },
  });
  return { businessId, owner, serviceId, providerId: createdProvider.id };
}
