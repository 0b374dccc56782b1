import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { expectVersion } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { checkConnections, connectionFrom, findConnection } from "./connection.ts";
import { SERVICE } from "./errors.ts";
import { serviceKind } from "./kind.ts";
import { checkLinkable, findProviders } from "./links.ts";
import { connectionOf, getService } from "./read.ts";
import type { ConnectionInput, ConnectProvider, ServiceProviderView } from "./service-schema.ts";
import { serviceReplacement } from "./services.ts";
import { isPublished } from "./status.ts";
import { tenantSettings } from "./tenant-settings.ts";
import { viewConnection } from "./view.ts";

/** Connections of unpublished providers are only for callers who may READ the business. */
export async function listServiceProviders(
  ctx: Context,
  businessId: string,
  serviceId: string,
): Promise<ServiceProviderView[]> {
  const service = await getService(ctx, businessId, serviceId);
  const providers = await findProviders(
    businessId,
    service.providers.map(({ providerId }) => providerId),
  );
  const seesAll = providers.every(isPublished) || (await ctx.may("READ", businessId));
  const seen = new Map(
    providers.filter((each) => seesAll || isPublished(each)).map((each) => [each.id, each]),
  );
  return service.providers
    .filter(({ providerId }) => seen.has(providerId))
    .map((each) => viewConnection(service, each, seen.get(each.providerId)?.workingTime));
}

export async function connectProvider(
  ctx: Context,
  businessId: string,
  serviceId: string,
  { providerId, ...input }: z.output<typeof ConnectProvider>,
) {
  const [before, setting] = await sideBySide([
    serviceKind.existing(businessId, serviceId, { ctx }),
    tenantSettings(businessId),
  ]);
  if (connectionOf(before, providerId)) throw SERVICE.ALREADY_CONNECTED();
  const made = connectionFrom(ctx, setting, before, { providerId, input });
  const after = { ...before, providers: [...before.providers, made], updatedAt: ctx.now() };
  checkConnections(after.providers.map((each) => each.providerId));
  const [provider] = await findProviders(businessId, [providerId]);
  checkLinkable(provider, providerId, before.id, "providerId");
  const { record, writes } = await serviceReplacement(ctx, before, after);
  return transact(ctx, writes, viewConnection(record, made, provider?.workingTime));
}

/** Changes the sent fields of a connection. */
export async function updateConnection(
  ctx: Context,
  businessId: string,
  serviceId: string,
  connectionId: string,
  { version, ...input }: ConnectionInput,
) {
  const [before, setting] = await sideBySide([
    serviceKind.existing(businessId, serviceId, { ctx }),
    tenantSettings(businessId),
  ]);
  const known = findConnection(before, connectionId);
  if (!known) throw GENERAL.NOT_FOUND();
  if (input.providerId !== undefined && input.providerId !== known.providerId) throw otherProviderError();
  expectVersion(before, { version });
  const { providerId } = known;
  const made = connectionFrom(ctx, setting, before, { providerId, input }, known);
  const providers = before.providers.map((each) => (each === known ? made : each));
  const after = { ...before, providers, updatedAt: ctx.now() };
  const { record, writes } = await serviceReplacement(ctx, before, after);
  const [provider] = await findProviders(businessId, [providerId]);
  return transact(ctx, writes, viewConnection(record, made, provider?.workingTime));
}

export async function disconnectProvider(
  ctx: Context,
  businessId: string,
  serviceId: string,
  connectionId: string,
): Promise<void> {
  const before = await serviceKind.existing(businessId, serviceId, { ctx });
  const known = findConnection(before, connectionId);
  if (!known) throw GENERAL.NOT_FOUND();
  const providers = before.providers.filter((each) => each !== known);
  const { writes } = await serviceReplacement(ctx, before, { ...before, providers, updatedAt: ctx.now() });
  await transact(ctx, writes);
}

function otherProviderError(): Error {
  return invalidField("providerId", "is not the provider of this connection");
}
