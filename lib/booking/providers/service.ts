import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { given } from "#core/given.ts";
import { newId } from "#core/id.ts";
import { offersSlot } from "#lib/booking/schedules/availability.ts";
import { mergeHours } from "#lib/booking/schedules/hours.ts";
import { NO_HOURS } from "#lib/booking/schedules/schema.ts";
import type { LookupQuery } from "#lib/booking/services/bookable-schema.ts";
import { connectionFrom } from "#lib/booking/services/connection.ts";
import { listBookables } from "#lib/booking/services/listing.ts";
import { freeKey, idByName, nameWrites, slugsOf } from "#lib/booking/services/names.ts";
import { connectionOf, findServices, isPublished, slugLanguage } from "#lib/booking/services/read.ts";
import { settingOf, withoutProvider, withProvider } from "#lib/booking/services/service.ts";
import { statusHistory, statusSent } from "#lib/booking/services/status.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { checkedBlocks } from "#lib/content/entries/checked-blocks.ts";
import { checkTaxonomyEntries } from "#lib/content/taxonomies/service.ts";
import { PROVIDER } from "./errors.ts";
import { findProviders } from "./links.ts";
import type { CreateProvider, Provider, ProviderInput, ProviderQuery } from "./schema.ts";
import { providers, providerTenants } from "./table.ts";

export async function createProvider(
  ctx: Context,
  businessId: string,
  input: z.output<typeof CreateProvider>,
): Promise<Provider> {
  const now = ctx.now();
  const id = newId("prov", ctx.clock());
  const status = statusSent(input) ?? "ACTIVE";
  const empty: Provider = {
    id,
    businessId,
    key: input.key ?? (await freeKey("PROVIDER", businessId, id, input.name ?? "")),
    name: input.name ?? input.key ?? "",
    description: "",
    slug: {},
    access: "public",
    nodeIds: [],
    networkIds: [],
    blocks: [],
    taxonomies: [],
    status,
    statuses: [],
    userId: null,
    serviceIds: [],
    workingTime: NO_HOURS,
    concurrentLimit: 1,
    createdAt: now,
    updatedAt: now,
  };
  const [setting, filed, blocks] = await Promise.all([
    settingOf(businessId),
    checkTaxonomyEntries(ctx, businessId, input.taxonomies ?? []),
    checkedBlocks(businessId, input.blocks ?? []),
  ]);
  const sent = { ...input, status, statuses: undefined, blocks, taxonomies: filed.entries };
  const provider = changed(ctx, setting, empty, sent);
  const writes = [
    providers.create(provider),
    ...filed.checks,
    providerTenants.create({ provider_id: provider.id, businessId }),
    ...nameWrites("PROVIDER", undefined, provider, PROVIDER),
    ...(await serviceWrites(ctx, setting.zone, empty, provider)),
    announceProvider(ctx, "provider.created", { ...provider }),
  ];
  return transact(ctx, writes, provider);
}

/** A provider by id, key or slug. What is not published is there for those alone who may READ the business. */
export async function getProvider(
  ctx: Context,
  businessId: string,
  segment: string,
  query: LookupQuery = {},
): Promise<Stored<Provider>> {
  const provider = await findProvider(businessId, segment, query);
  if (!provider || !(isPublished(provider) || (await ctx.may("READ", businessId)))) throw GENERAL.NOT_FOUND();
  return provider;
}

/** The media that a provider refers to, and the write that demands that it still is as it was read. */
export async function mediaOfProvider(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const provider = await providers.find({ businessId, id });
  return provider && { mediaIds: mediaInBlocks(provider.blocks), unchanged: providers.check(provider) };
}

/** Providers of a business. `from` and `to` leave those that have a free slot for one of their services then. */
export async function listProviders(
  ctx: Context,
  businessId: string,
  query: ProviderQuery,
): Promise<Page<Provider>> {
  const source = {
    entity: providers,
    partition: providers.partition({ businessId }),
    idPrefix: "prov",
    businessId,
    among: await named(businessId, query),
  };
  const { serviceId } = query;
  return listBookables(
    ctx,
    source,
    query,
    async (provider) =>
      (serviceId === undefined || provider.serviceIds.includes(serviceId)) &&
      (await offersSlot(ctx, businessId, { provider, serviceId }, query)),
  );
}

/** Changes the fields that are sent. */
export async function updateProvider(
  ctx: Context,
  businessId: string,
  segment: string,
  input: ProviderInput,
): Promise<Provider> {
  const before = await findProvider(businessId, segment);
  if (!before) throw GENERAL.NOT_FOUND();
  const [setting, filed, blocks] = await Promise.all([
    settingOf(businessId),
    input.taxonomies && checkTaxonomyEntries(ctx, businessId, input.taxonomies),
    input.blocks && checkedBlocks(businessId, input.blocks),
  ]);
  const after = changed(ctx, setting, before, { ...input, blocks, taxonomies: filed?.entries });
  const writes = [
    ...replacement(ctx, before, after),
    ...(filed?.checks ?? []),
    ...(await serviceWrites(ctx, setting.zone, before, after)),
  ];
  return transact(ctx, writes, after);
}

/** Deletes a provider and takes it out of its services. What is booked stays booked. */
export async function deleteProvider(ctx: Context, businessId: string, segment: string): Promise<void> {
  const provider = await findProvider(businessId, segment);
  if (!provider) throw GENERAL.NOT_FOUND();
  await transact(ctx, [
    providers.remove(provider),
    providerTenants.removeKey({ provider_id: provider.id }),
    ...nameWrites("PROVIDER", provider, undefined, PROVIDER),
    ...(await serviceWrites(ctx, "UTC", provider, { ...provider, serviceIds: [] })),
    announceProvider(ctx, "provider.deleted", provider),
  ]);
}

/** The writes that put a changed provider in the place of what was read. */
export function replacement(ctx: Context, before: Stored<Provider>, after: Provider): Write[] {
  checkSize(after);
  return [
    providers.replace(before, after),
    ...nameWrites("PROVIDER", before, after, PROVIDER),
    announceProvider(ctx, "provider.updated", after),
  ];
}

async function findProvider(
  businessId: string,
  segment: string,
  query: LookupQuery = {},
): Promise<Stored<Provider> | undefined> {
  const id = await idByName("PROVIDER", businessId, segment, query, () => slugLanguage(businessId));
  return id === undefined ? undefined : providers.find({ businessId, id });
}

async function named(businessId: string, { ids, key, serviceId }: ProviderQuery) {
  if (ids) return findProviders(businessId, ids);
  if (key !== undefined) {
    const found = await findProvider(businessId, "", { key });
    return found ? [found] : [];
  }
  if (serviceId === undefined) return undefined;
  const [service] = await findServices(businessId, [serviceId]);
  return findProviders(businessId, service?.providers.map(({ providerId }) => providerId) ?? []);
}

// The older form names a provider's services on the provider: they know it by a connection that says nothing more.
async function serviceWrites(
  ctx: Context,
  zone: string,
  before: Provider,
  after: Provider,
): Promise<Write[]> {
  const gained = after.serviceIds.filter((id) => !before.serviceIds.includes(id));
  const lost = before.serviceIds.filter((id) => !after.serviceIds.includes(id));
  const found = await findServices(after.businessId, [...gained, ...lost]);
  const missing = gained.find((id) => !found.some((service) => service.id === id));
  if (missing !== undefined) throw unknownService(missing);
  return found.flatMap((service) => {
    if (lost.includes(service.id)) return withoutProvider(ctx, service, after.id);
    if (connectionOf(service, after.id)) return [];
    return withProvider(ctx, service, connectionFrom(ctx, zone, after.id, {}));
  });
}

/** What was sent, its blocks and taxonomies as they are to be stored. */
type Sent = Omit<ProviderInput, "blocks" | "taxonomies"> & {
  blocks?: Provider["blocks"] | undefined;
  taxonomies?: Provider["taxonomies"] | undefined;
};

function changed(
  ctx: Context,
  { zone, language }: { zone: string; language: string },
  before: Stored<Provider>,
  input: Sent,
): Provider {
  const { slug, status: _status, statuses: _statuses, workingTime, userId, id: _id, ...fields } = input;
  const status = statusSent(input, before.status) ?? before.status;
  const slugs = slugsOf(slug, language);
  return {
    ...before,
    ...given(fields),
    ...(slugs ? { slug: slugs } : {}),
    ...(workingTime ? { workingTime: mergeHours(before.workingTime, workingTime, zone) } : {}),
    ...(userId === undefined ? {} : { userId }),
    status,
    statuses: statusHistory(ctx, before.statuses, status),
    updatedAt: ctx.now(),
  };
}

function unknownService(id: string): Error {
  return validationFailed([
    {
      field: "serviceIds",
      message: `${id} is not a service of this business`,
      error: "FIELD.VALIDATION_FAILED",
    },
  ]);
}

function announceProvider(ctx: Context, type: string, provider: Stored<Provider>): Write {
  return announce(ctx, type, provider, {
    tenantId: provider.businessId,
    resource: "provider",
    recordId: provider.id,
  });
}
