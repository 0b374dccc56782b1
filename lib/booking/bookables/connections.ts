import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { NO_HOURS, type WorkingTime } from "#lib/booking/schedules/schema.ts";
import { checkConnections, connectionFrom, findConnection, hoursOf } from "./connection.ts";
import { SERVICE } from "./errors.ts";
import { serviceKind } from "./kind.ts";
import { findProviders } from "./links.ts";
import { connectionOf, getService } from "./read.ts";
import type { Connection, ConnectionInput, ConnectionView, ConnectProvider } from "./service-schema.ts";
import { serviceReplacement } from "./services.ts";
import { isPublished } from "./status.ts";
import { settingOf } from "./verbs.ts";

/** The connections of a service; those of providers that are not published, for those who may READ the business. */
export async function listServiceProviders(
  ctx: Context,
  businessId: string,
  serviceId: string,
): Promise<z.output<typeof ConnectionView>[]> {
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
    .map((each) => view(service.id, each, seen.get(each.providerId)?.workingTime));
}

/** Lets a provider offer a service. */
export async function connectProvider(
  ctx: Context,
  businessId: string,
  serviceId: string,
  { providerId, ...input }: z.output<typeof ConnectProvider>,
) {
  const [before, { zone }] = await Promise.all([
    serviceKind.existing(businessId, serviceId),
    settingOf(businessId),
  ]);
  if (connectionOf(before, providerId)) throw SERVICE.ALREADY_CONNECTED();
  const made = connectionFrom(ctx, zone, providerId, input);
  const after = { ...before, providers: [...before.providers, made], updatedAt: ctx.now() };
  checkConnections(after.providers.map((each) => each.providerId));
  const { writes } = await serviceReplacement(ctx, before, after);
  const [provider] = await findProviders(businessId, [providerId]);
  return transact(ctx, writes, view(before.id, made, provider?.workingTime));
}

/** Changes how a provider offers a service, where something is sent. */
export async function updateConnection(
  ctx: Context,
  businessId: string,
  serviceId: string,
  connectionId: string,
  input: ConnectionInput,
) {
  const [before, { zone }] = await Promise.all([
    serviceKind.existing(businessId, serviceId),
    settingOf(businessId),
  ]);
  const known = findConnection(before, connectionId);
  if (!known) throw GENERAL.NOT_FOUND();
  if (input.providerId !== undefined && input.providerId !== known.providerId) throw otherProvider();
  const made = connectionFrom(ctx, zone, known.providerId, input, known);
  const providers = before.providers.map((each) => (each === known ? made : each));
  const { writes } = await serviceReplacement(ctx, before, { ...before, providers, updatedAt: ctx.now() });
  const [provider] = await findProviders(businessId, [known.providerId]);
  return transact(ctx, writes, view(before.id, made, provider?.workingTime));
}

/** A provider offers a service no more. */
export async function disconnectProvider(
  ctx: Context,
  businessId: string,
  serviceId: string,
  connectionId: string,
): Promise<void> {
  const before = await serviceKind.existing(businessId, serviceId);
  const known = findConnection(before, connectionId);
  if (!known) throw GENERAL.NOT_FOUND();
  const providers = before.providers.filter((each) => each !== known);
  const { writes } = await serviceReplacement(ctx, before, { ...before, providers, updatedAt: ctx.now() });
  await transact(ctx, writes);
}

function view(serviceId: string, connection: Connection, hours: WorkingTime | undefined) {
  return { ...connection, serviceId, workingTime: hoursOf(connection, hours ?? NO_HOURS) };
}

function otherProvider(): Error {
  return validationFailed([
    {
      field: "providerId",
      message: "is not the provider of this connection",
      error: "FIELD.VALIDATION_FAILED",
    },
  ]);
}
