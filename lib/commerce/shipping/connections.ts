import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { sealCredential, sealToken } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isSandboxOn } from "#lib/money/payments/chosen-provider.ts";
import { askProvider, CREDENTIAL_PURPOSE, providerOf } from "./registry.ts";
import {
  Connection,
  type CreateShippingProvider,
  type ShippingProviderList,
  type ShippingProviderView,
} from "./schema.ts";
import { connections } from "./table.ts";

const MAX_CONNECTIONS = 10;

export const CALLBACK_PURPOSE = "shipping-callback";

export async function listShippingProviders(
  _ctx: Context,
  storeId: string,
): Promise<z.output<typeof ShippingProviderList>> {
  const { records } = await connections.query(connections.partition({ store_id: storeId }));
  return { items: await sideBySide(records.map(viewOf)), cursor: null };
}

/** Connects a provider after checking the token with the provider. */
export async function createShippingProvider(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateShippingProvider>,
): Promise<ShippingProviderView> {
  const { type, api_token } = input;
  if (type === "sandbox" && !isSandboxOn()) throw invalidField("type", "is not allowed in this environment");
  const { records } = await connections.query(connections.partition({ store_id: storeId }));
  if (records.length >= MAX_CONNECTIONS)
    throw invalidField("type", `is one too many: a store has at most ${MAX_CONNECTIONS} shipping providers`);
  await askProvider(providerOf(type).check({ storeId, token: api_token ?? "" }));
  const now = ctx.now();
  const connection = newRecord(Connection, {}, input, {
    id: newId("shpr", ctx.clock()),
    store_id: storeId,
    api_token: api_token ? await sealCredential(CREDENTIAL_PURPOSE, storeId, api_token) : "",
    created_at: now,
    updated_at: now,
  });
  return transact(ctx, [connections.create(connection)], await viewOf(connection));
}

export async function deleteShippingProvider(ctx: Context, storeId: string, id: string): Promise<void> {
  const held = await connections.get({ store_id: storeId, id }, GENERAL.NOT_FOUND(), ctx);
  await transact(ctx, [connections.remove(held)]);
}

async function viewOf(connection: Connection): Promise<ShippingProviderView> {
  const { id, store_id, type, created_at, updated_at } = connection;
  const view = { id, store_id, type, created_at, updated_at };
  if (type === "sandbox") return { ...view, webhook_url: null };
  const secret = await sealToken(CALLBACK_PURPOSE, [store_id, id]);
  return { ...view, webhook_url: `${env("PUBLIC_URL")}/v1/shipping/${type}/webhook/${secret}` };
}
