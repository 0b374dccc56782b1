import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { readingsOf, withReading } from "./daily-readings.ts";
import { existingPublication } from "./find.ts";
import type { PublicationMetrics, PublicationMetricsByDay } from "./metrics-schema.ts";
import type { StoredPublication } from "./schema.ts";
import { metrics } from "./table.ts";

/** The latest metrics of a publication, and the last reading of each day. */
export async function getPublicationMetrics(
  _ctx: Context,
  storeId: string,
  id: string,
): Promise<PublicationMetricsByDay> {
  const publication = await existingPublication(storeId, id);
  const found = await metrics.find({ store_id: storeId, publication_id: id });
  const view = viewMetrics(publication, found?.metrics ?? {}, found?.collected_at ?? null);
  return { ...view, readings: found ? readingsOf(found) : [] };
}

/** Stores metrics from a network. A metric that the network left out keeps its value. */
export async function saveMetrics(
  ctx: Context,
  publication: StoredPublication,
  read: Record<string, number>,
): Promise<PublicationMetrics> {
  const { store_id, id: publication_id, social_account_id } = publication;
  const collected_at = ctx.now();
  // Retries a conflict with a concurrent sync, without asking the network again.
  return withRetries(async () => {
    const [before, store] = await readTogether(
      [metrics.read({ store_id, publication_id }), tenantRead(store_id)],
      ctx,
    );
    const numbers = { ...before?.metrics, ...read };
    const now = { at: collected_at, metrics: numbers };
    const readings = withReading(before ? readingsOf(before) : [], now, store?.timezone ?? "UTC");
    const after = { store_id, publication_id, social_account_id, metrics: numbers, collected_at, readings };
    await transact(ctx, [before ? metrics.replace(before, after) : metrics.create(after)]);
    return viewMetrics(publication, numbers, collected_at);
  });
}

function viewMetrics(
  { id, store_id, social_account_id, provider_type, provider_post_id }: StoredPublication,
  numbers: Record<string, number>,
  collected_at: number | null,
): PublicationMetrics {
  return {
    id,
    store_id,
    publication_id: id,
    social_account_id,
    provider_type,
    provider_post_id,
    metrics: numbers,
    collected_at,
  };
}
