import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { mergeHours } from "#lib/booking/schedules/hours.ts";
import { NO_HOURS } from "#lib/booking/schedules/schema.ts";
import { personRead } from "#lib/tenancy/people/service.ts";
import { connectionFrom } from "./connection.ts";
import type { PROVIDER_EVENTS } from "./events.ts";
import { providerKind } from "./kind.ts";
import { bookableOperations } from "./operations.ts";
import { Provider, type ProviderInput } from "./provider-schema.ts";
import { connectionOf, findServices } from "./read.ts";
import { connectWrites, disconnectWrites } from "./services.ts";
import { providerTenants } from "./table.ts";

const operations = bookableOperations<Provider, ProviderInput, (typeof PROVIDER_EVENTS)[number]>({
  kind: providerKind,
  idPrefix: "prov",
  blank: (common) =>
    newRecord(
      Provider,
      { userId: null, serviceIds: [], workingTime: NO_HOURS, concurrentLimit: 1 },
      common,
      {},
    ),
  own: async (_ctx, { zone }, before, sent) =>
    changedRecord(Provider, before, sent, {
      workingTime: sent.workingTime && mergeHours(before.workingTime, sent.workingTime, zone),
      userId: sent.userId === undefined ? undefined : await checkPerson(sent.userId, before.userId),
    }),
  links: serviceWrites,
  tenant: {
    known: ({ id, businessId }) => providerTenants.create({ provider_id: id, businessId }),
    forgotten: ({ id }) => providerTenants.removeKey({ provider_id: id }),
  },
  events: { created: "provider.created", updated: "provider.updated", deleted: "provider.deleted" },
});

export const createProvider = operations.create;

/** Changes the sent fields. */
export const updateProvider = operations.update;

/** Deletes a provider and disconnects its services; bookings stay. */
export const deleteProvider = operations.remove;

export const providerReplacement = operations.replacement;

// A connection without hours and prices of its own needs neither zone nor markets.
const NO_SETTINGS = { zone: "UTC", markets: [] };

// A caller may send back a record that names a person who was deleted since.
async function checkPerson(userId: string | null, before: string | null): Promise<string | null> {
  if (userId === null || userId === before) return userId;
  const [found] = await readTogether([personRead(userId)]);
  if (found) return userId;
  const message = "is not an account";
  throw invalidField("userId", message);
}

// The older API lists services on the provider; these become connections without values of their own.
async function serviceWrites(
  ctx: Context,
  before: Provider | undefined,
  after: Provider | undefined,
): Promise<Write[]> {
  const [had, has] = [before?.serviceIds ?? [], after?.serviceIds ?? []];
  const { id, businessId } = after ?? before ?? { id: "", businessId: "" };
  const gained = has.filter((one) => !had.includes(one));
  const lost = had.filter((one) => !has.includes(one));
  const found = await findServices(businessId, [...gained, ...lost]);
  const missing = gained.find((one) => !found.some((service) => service.id === one));
  if (missing !== undefined) throw unknownService(missing);
  return found.flatMap((service) => {
    if (lost.includes(service.id)) return disconnectWrites(ctx, service, id);
    if (connectionOf(service, id)) return [];
    return connectWrites(
      ctx,
      service,
      connectionFrom(ctx, NO_SETTINGS, service, { providerId: id, input: {} }),
    );
  });
}

function unknownService(id: string): Error {
  return invalidField("serviceIds", `${id} is not a service of this business`);
}
