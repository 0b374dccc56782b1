import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { hasHours, mergeHours } from "#lib/booking/schedules/hours.ts";
import type { SetSchedules, WorkingTimeQuery } from "#lib/booking/schedules/schema.ts";
import { connectionFrom } from "./connection.ts";
import { findProviders } from "./links.ts";
import { providerReplacement } from "./providers.ts";
import { connectionOf, findServices, getProvider } from "./read.ts";
import { serviceReplacement } from "./services.ts";
import { isPublished } from "./status.ts";
import { tenantSettings } from "./tenant-settings.ts";

/** Most records that one call may change; each takes two writes of the transaction. */
const MAX_CHANGED_RECORDS = 45;

/** A provider's own hours, and those for the named services or for each service with hours of its own. */
export async function getWorkingTime(
  ctx: Context,
  businessId: string,
  providerId: string,
  { serviceIds }: z.output<typeof WorkingTimeQuery>,
) {
  const provider = await getProvider(ctx, businessId, providerId);
  const services = await findServices(businessId, serviceIds ?? provider.serviceIds);
  const seesAll = services.every(isPublished) || (await ctx.may("READ", businessId));
  const seen = services.filter((service) => seesAll || isPublished(service));
  return {
    ...provider.workingTime,
    providerId: provider.id,
    services: seen.flatMap((service) => {
      const connection = connectionOf(service, provider.id);
      if (!connection || (!serviceIds && !hasHours(connection))) return [];
      const { workingDays, outcastDates, specificDates } = connection;
      const own = { workingDays, outcastDates, specificDates };
      return [{ serviceId: service.id, workingTime: hasHours(own) ? own : provider.workingTime }];
    }),
  };
}

/** Sets the hours of several providers, either in general or for the named services. */
export async function setSchedules(
  ctx: Context,
  businessId: string,
  { providerIds, serviceIds, workingTime }: z.output<typeof SetSchedules>,
) {
  const requestedIds = [...new Set(providerIds)];
  const setting = await tenantSettings(businessId);
  const providers = await findProviders(businessId, requestedIds);
  checkAllExist(requestedIds, providers, "providerIds");
  const writes: Write[] = [];
  if (!serviceIds?.length) {
    for (const provider of providers) {
      const hours = mergeHours(provider.workingTime, workingTime, setting.zone);
      const after = { ...provider, workingTime: hours, updatedAt: ctx.now() };
      writes.push(...(await providerReplacement(ctx, provider, after)).writes);
    }
  } else {
    const services = await findServices(businessId, [...new Set(serviceIds)]);
    checkAllExist(serviceIds, services, "serviceIds");
    for (const service of services) {
      const changed = service.providers.map((each) =>
        requestedIds.includes(each.providerId)
          ? connectionFrom(
              ctx,
              setting,
              service,
              { providerId: each.providerId, input: { workingTime } },
              each,
            )
          : each,
      );
      const after = { ...service, providers: changed, updatedAt: ctx.now() };
      writes.push(...(await serviceReplacement(ctx, service, after)).writes);
    }
  }
  if (writes.length > 2 * MAX_CHANGED_RECORDS)
    throw invalidField("providerIds", `name more than ${MAX_CHANGED_RECORDS} records`);
  return transact(ctx, writes, {
    success: true as const,
    providerIds: requestedIds,
    serviceIds: serviceIds ?? [],
  });
}

function checkAllExist(ids: readonly string[], found: readonly { id: string }[], field: string): void {
  const there = new Set(found.map(({ id }) => id));
  const index = ids.findIndex((id) => !there.has(id));
  if (index >= 0) throw invalidField(`${field}[${index}]`, "is not a record of this business");
}
