import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { given } from "#core/given.ts";
import { newId } from "#core/id.ts";
import { linkWrites } from "#lib/booking/providers/links.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { checkedBlocks } from "#lib/content/entries/checked-blocks.ts";
import { checkTaxonomyEntries } from "#lib/content/taxonomies/service.ts";
import { languageOf } from "#lib/tenancy/tenants/language.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { checkConnections, connectionFrom } from "./connection.ts";
import { SERVICE } from "./errors.ts";
import { freeKey, nameWrites, slugsOf } from "./names.ts";
import { findService, viewService } from "./read.ts";
import type { Connection, CreateService, Service, ServiceInput } from "./schema.ts";
import { newOf, statusHistory, statusSent } from "./status.ts";
import { services, serviceTenants } from "./table.ts";

/** What a service's fields are understood with. */
interface Setting {
  zone: string;
  language: string;
}

export async function createService(
  ctx: Context,
  businessId: string,
  input: z.output<typeof CreateService>,
): Promise<Service> {
  const now = ctx.now();
  const status = statusSent(input) ?? "ACTIVE";
  const id = newId("svc", ctx.clock());
  const empty: Service = {
    id,
    businessId,
    key: input.key ?? (await freeKey("SERVICE", businessId, id, input.name ?? "")),
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
    prices: [],
    durations: [{ duration: 60, isPause: false }],
    slotInterval: null,
    isApprovalRequired: false,
    location: null,
    providers: [],
    createdAt: now,
    updatedAt: now,
  };
  const [setting, filed, blocks] = await Promise.all([
    settingOf(businessId),
    checkTaxonomyEntries(ctx, businessId, input.taxonomies ?? []),
    checkedBlocks(businessId, input.blocks ?? []),
  ]);
  const sent = { ...input, status, statuses: undefined, blocks, taxonomies: filed.entries };
  const service = changed(ctx, setting, empty, sent);
  const writes = [
    services.create(service),
    ...filed.checks,
    serviceTenants.create({ service_id: service.id, businessId }),
    ...nameWrites("SERVICE", undefined, service, SERVICE),
    ...(await linkWrites(ctx, businessId, service.id, [], providerIds(service))),
    announceService(ctx, "service.created", { ...service }),
  ];
  return transact(ctx, writes, service);
}

/** Changes the fields that are sent; `providers` replaces the list of them. */
export async function updateService(
  ctx: Context,
  businessId: string,
  segment: string,
  input: ServiceInput,
): Promise<Service> {
  const before = await existing(businessId, segment);
  const [setting, filed, blocks] = await Promise.all([
    settingOf(businessId),
    input.taxonomies && checkTaxonomyEntries(ctx, businessId, input.taxonomies),
    input.blocks && checkedBlocks(businessId, input.blocks),
  ]);
  const after = changed(ctx, setting, before, { ...input, blocks, taxonomies: filed?.entries });
  const writes = [...(await replacement(ctx, before, after)), ...(filed?.checks ?? [])];
  return transact(ctx, writes, after);
}

/** Deletes a service. What is booked stays booked. */
export async function deleteService(ctx: Context, businessId: string, segment: string): Promise<void> {
  const service = await existing(businessId, segment);
  await transact(ctx, [
    services.remove(service),
    serviceTenants.removeKey({ service_id: service.id }),
    ...nameWrites("SERVICE", service, undefined, SERVICE),
    ...(await linkWrites(ctx, businessId, service.id, providerIds(service), [])),
    announceService(ctx, "service.deleted", service),
  ]);
}

/** The writes that put a changed service in the place of what was read, with its names, links and event. */
export async function replacement(ctx: Context, before: Stored<Service>, after: Service): Promise<Write[]> {
  checkSize(after);
  return [
    services.replace(before, after),
    ...nameWrites("SERVICE", before, after, SERVICE),
    ...(await linkWrites(ctx, before.businessId, before.id, providerIds(before), providerIds(after))),
    announceService(ctx, "service.updated", after),
  ];
}

/** The writes that take a provider that is going out of a service. */
export function withoutProvider(ctx: Context, before: Stored<Service>, providerId: string): Write[] {
  const providers = before.providers.filter((each) => each.providerId !== providerId);
  const after: Stored<Service> = { ...before, providers, updatedAt: ctx.now() };
  return [services.replace(before, after), announceService(ctx, "service.updated", after)];
}

/** The writes that let a provider, which knows of it, into a service. */
export function withProvider(ctx: Context, before: Stored<Service>, connection: Connection): Write[] {
  const after: Stored<Service> = {
    ...before,
    providers: [...before.providers, connection],
    updatedAt: ctx.now(),
  };
  checkConnections(providerIds(after));
  return [services.replace(before, after), announceService(ctx, "service.updated", after)];
}

/** A service whatever its status; GENERAL.NOT_FOUND where there is none. */
export async function existing(businessId: string, segment: string): Promise<Stored<Service>> {
  const service = await findService(businessId, segment);
  if (!service) throw GENERAL.NOT_FOUND();
  return service;
}

/** The time zone and default language of a tenant. */
export async function settingOf(businessId: string): Promise<Setting> {
  const [tenant] = await readTogether([tenantRead(businessId)]);
  return { zone: tenant?.timezone ?? "UTC", language: languageOf(tenant) };
}

/** What was sent, its blocks and taxonomies as they are to be stored. */
type Sent = Omit<ServiceInput, "blocks" | "taxonomies"> & {
  blocks?: Service["blocks"] | undefined;
  taxonomies?: Service["taxonomies"] | undefined;
};

function changed(ctx: Context, { zone, language }: Setting, before: Stored<Service>, input: Sent): Service {
  const { slug, status: _status, statuses: _statuses, providers: _list, providerIds: _ids, ...rest } = input;
  const { prices, pricing, durations, duration, location, slotInterval, id: _id, ...fields } = rest;
  const status = statusSent(input, before.status) ?? before.status;
  const slugs = slugsOf(slug, language);
  const list = providersSent(before, input);
  const sameLength = duration === viewService(before).duration;
  const older = duration && !sameLength ? [{ duration: duration / 60, isPause: false }] : undefined;
  const after: Stored<Service> = {
    ...before,
    ...given(fields),
    ...(slugs ? { slug: slugs } : {}),
    durations: newOf(before.durations, durations, older) ?? before.durations,
    prices: newOf(before.prices, prices, pricing && pricesFrom(pricing)) ?? before.prices,
    ...(location === undefined ? {} : { location }),
    ...(slotInterval === undefined ? {} : { slotInterval }),
    status,
    statuses: statusHistory(ctx, before.statuses, status),
    providers: list ? connections(ctx, zone, before, list) : before.providers,
    updatedAt: ctx.now(),
  };
  checkConnections(providerIds(after));
  checkSize(after);
  return after;
}

function providersSent(before: Service, { providers, providerIds: named }: Sent): Sent["providers"] {
  const [old, current, older] = [
    before.providers,
    providers,
    named?.map((providerId) => ({ providerId })),
  ].map((list) => list && JSON.stringify(list.map(({ providerId }) => providerId)));
  const isOlder = older !== undefined && older !== old && (current === undefined || current === old);
  return isOlder ? named?.map((providerId) => ({ providerId })) : providers;
}

function connections(
  ctx: Context,
  zone: string,
  before: Service,
  list: NonNullable<ServiceInput["providers"]>,
): Connection[] {
  return list.map((each) => {
    const known = before.providers.find(({ providerId }) => providerId === each.providerId);
    return connectionFrom(ctx, zone, each.providerId, each, known);
  });
}

function pricesFrom({ markets }: NonNullable<ServiceInput["pricing"]>): Service["prices"] {
  return markets.map(({ marketId, price, currency }) => ({
    market: marketId,
    amount: price,
    ...(currency ? { currency } : {}),
  }));
}

function providerIds({ providers }: Service): string[] {
  return providers.map(({ providerId }) => providerId);
}

function announceService(ctx: Context, type: string, service: Stored<Service>): Write {
  return announce(ctx, type, service, {
    tenantId: service.businessId,
    resource: "service",
    recordId: service.id,
  });
}
