import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { checkConnections, connectionFrom } from "./connection.ts";
import type { SERVICE_EVENTS } from "./events.ts";
import { serviceKind } from "./kind.ts";
import { linkWrites } from "./links.ts";
import { bookableOperations, type OwnInput } from "./operations.ts";
import { pricesInMarkets } from "./prices.ts";
import { type Connection, Service, type ServiceInput } from "./service-schema.ts";
import { changedValue } from "./status.ts";
import { services, serviceTenants } from "./table.ts";
import type { TenantSettings } from "./tenant-settings.ts";

const operations = bookableOperations<Service, ServiceInput, (typeof SERVICE_EVENTS)[number]>({
  kind: serviceKind,
  idPrefix: "svc",
  blank: (common) =>
    newRecord(
      Service,
      {
        prices: [],
        durations: [{ duration: 60, isPause: false }],
        slotInterval: null,
        isApprovalRequired: false,
        location: null,
        providers: [],
      },
      common,
      {},
    ),
  own: applyInput,
  links: (ctx, before, after) => linkWrites(ctx, before ?? after, providerIds(before), providerIds(after)),
  tenant: {
    known: ({ id, businessId }) => serviceTenants.create({ service_id: id, businessId }),
    forgotten: ({ id }) => serviceTenants.removeKey({ service_id: id }),
  },
  events: { created: "service.created", updated: "service.updated", deleted: "service.deleted" },
});

export const createService = operations.create;

/** `providers` replaces the whole list. */
export const updateService = operations.update;

/** Deletes a service; bookings stay. */
export const deleteService = operations.remove;

/** The writes of a changed service with its names, links and event. */
export const serviceReplacement = operations.replacement;

/** The writes that remove a deleted provider from a service. */
export function disconnectWrites(ctx: Context, before: Stored<Service>, providerId: string): Write[] {
  const providers = before.providers.filter((each) => each.providerId !== providerId);
  const after: Stored<Service> = { ...before, providers, updatedAt: ctx.now() };
  return announceChange(ctx, "service.updated", services, before, after).writes;
}

/** The writes that add a provider, whose own record is written elsewhere, to a service. */
export function connectWrites(ctx: Context, before: Stored<Service>, connection: Connection): Write[] {
  const providers = [...before.providers, connection];
  const after: Stored<Service> = { ...before, providers, updatedAt: ctx.now() };
  checkConnections(providerIds(after));
  return announceChange(ctx, "service.updated", services, before, after).writes;
}

function applyInput(
  ctx: Context,
  setting: TenantSettings,
  before: Service,
  { pricing, duration, providerIds: named, ...sent }: OwnInput<ServiceInput>,
): Service {
  const list = requestedProviders(before, sent.providers, named);
  const asked = changedValue(before.prices, sent.prices, pricing && pricesFrom(pricing));
  const sameLength = duration === lengthOf(before);
  const older = duration && !sameLength ? [{ duration: duration / 60, isPause: false }] : undefined;
  const providers = list ? connectionsFrom(ctx, setting, before, list) : before.providers;
  checkConnections(providerIds({ providers }));
  return changedRecord(Service, before, sent, {
    durations: changedValue(before.durations, sent.durations, older),
    prices: asked && pricesInMarkets(setting.markets, asked, before.prices),
    providers,
  });
}

function lengthOf({ durations }: Pick<Service, "durations">): number {
  return durations.reduce((sum, { duration }) => sum + duration * 60, 0);
}

function requestedProviders(
  before: Service,
  providers: ServiceInput["providers"],
  named: ServiceInput["providerIds"],
): ServiceInput["providers"] {
  const [old, current, older] = [
    before.providers,
    providers,
    named?.map((providerId) => ({ providerId })),
  ].map((list) => list && JSON.stringify(list.map(({ providerId }) => providerId)));
  const isOlder = older !== undefined && older !== old && (current === undefined || current === old);
  return isOlder ? named?.map((providerId) => ({ providerId })) : providers;
}

function connectionsFrom(
  ctx: Context,
  setting: TenantSettings,
  before: Service,
  list: NonNullable<ServiceInput["providers"]>,
): Connection[] {
  return list.map((each, index) => {
    const { providerId } = each;
    const known = before.providers.find((one) => one.providerId === providerId);
    const named = { providerId, input: each, at: `providers[${index}].` };
    return connectionFrom(ctx, setting, before, named, known);
  });
}

function pricesFrom({ markets }: NonNullable<ServiceInput["pricing"]>): Service["prices"] {
  return markets.map(({ marketId, price, currency }) => ({
    market: marketId,
    amount: price,
    ...(currency ? { currency } : {}),
  }));
}

function providerIds(service: Pick<Service, "providers"> | undefined): string[] {
  return (service?.providers ?? []).map(({ providerId }) => providerId);
}
