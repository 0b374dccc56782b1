import type { Context } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import { isUnchanged } from "#core/events.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { hasHours, mergeHours } from "#lib/booking/schedules/hours.ts";
import { NO_HOURS, type WorkingTime } from "#lib/booking/schedules/schema.ts";
import { ownValues } from "./effective-values.ts";
import { pricesInMarkets } from "./prices.ts";
import { Connection, type ConnectionInput, type Service } from "./service-schema.ts";
import type { TenantSettings } from "./tenant-settings.ts";

/** Most providers of a service, and most services of a provider. */
const MAX_CONNECTIONS = 40;

/** A provider is connected to a service once, so the connection's id comes from the provider's. */
function connectionId(providerId: string): string {
  return `conn_${providerId.slice(providerId.indexOf("_") + 1)}`;
}

/** Finds a connection by its id or its provider's. */
export function findConnection({ providers }: Service, id: string): Connection | undefined {
  return providers.find((each) => each.id === id || each.providerId === id);
}

/** Applies an input to a connection; `null` for prices, durations or approval inherits the service's value. */
export function connectionFrom(
  ctx: Context,
  { zone, markets }: Pick<TenantSettings, "zone" | "markets">,
  service: Pick<Service, "prices" | "durations" | "isApprovalRequired">,
  { providerId, input, at = "" }: { providerId: string; input: ConnectionInput; at?: string },
  before?: Connection,
): Connection {
  const { workingTime, ...sent } = input;
  const now = ctx.now();
  const own = ownValues(service, before, sent);
  const hours = { ...workingTime, ...sentHours(sent) };
  const sets = {
    id: connectionId(providerId),
    providerId,
    ...mergeHours(before ?? NO_HOURS, hours, zone),
    ...own,
    prices:
      own.prices && pricesInMarkets(markets, own.prices, [...service.prices, ...(before?.prices ?? [])], at),
    updatedAt: now,
  };
  if (before) {
    const after = changedRecord(Connection, before, sent, sets);
    // An equal connection keeps its `updatedAt`, so that the service does not change.
    return isUnchanged(before, after) ? before : after;
  }
  return newRecord(Connection, { createdAt: now }, sent, sets);
}

/** The connection's own hours count, else the provider's. */
export function effectiveHours(connection: WorkingTime | undefined, provider: WorkingTime): WorkingTime {
  if (!connection || !hasHours(connection)) return provider;
  const { workingDays, outcastDates, specificDates } = connection;
  return { workingDays, outcastDates, specificDates };
}

/** Refuses repeated providers and too many of them. */
export function checkConnections(providerIds: readonly string[]): void {
  const twice = providerIds.findIndex((id, index) => providerIds.indexOf(id) < index);
  if (twice >= 0) throw invalidField(`providers[${twice}].providerId`, "is named twice");
  if (providerIds.length > MAX_CONNECTIONS)
    throw invalidField("providers", `are more than ${MAX_CONNECTIONS}`);
}

function sentHours({ workingDays, outcastDates, specificDates }: ConnectionInput) {
  return {
    ...(workingDays ? { workingDays } : {}),
    ...(outcastDates ? { outcastDates } : {}),
    ...(specificDates ? { specificDates } : {}),
  };
}
