import { partOf } from "#core/records/record.ts";
import { NO_HOURS, type WorkingTime } from "#lib/booking/schedules/schema.ts";
import { effectiveHours } from "./connection.ts";
import { effectiveValues } from "./effective-values.ts";
import type { Connection, Service, ServiceProviderView, ServiceView } from "./service-schema.ts";

type HoursById = ReadonlyMap<string, WorkingTime>;

/** Adds the fields of the older API. Callers that do not read the providers' hours leave out `hours`. */
export function viewService(service: Service, hours: HoursById = new Map()): ServiceView {
  const { prices, durations, providers } = service;
  return {
    ...service,
    providers: providers.map((each) => viewConnection(service, each, hours.get(each.providerId))),
    pricing: {
      markets: prices.map(({ market, amount, currency }) => ({
        marketId: market,
        currency: currency ?? null,
        price: amount,
      })),
    },
    duration: durations.reduce((sum, { duration }) => sum + duration * 60, 0),
    providerIds: providers.map(({ providerId }) => providerId),
  };
}

/** A connection with its effective values: its own, else the service's, and the provider's hours. */
export function viewConnection(
  service: Pick<Service, "id" | "prices" | "durations" | "isApprovalRequired">,
  connection: Connection,
  hours: WorkingTime = NO_HOURS,
): ServiceProviderView {
  return partOf(service, {
    ...connection,
    ...effectiveValues(service, connection),
    serviceId: service.id,
    workingTime: effectiveHours(connection, hours),
  });
}
