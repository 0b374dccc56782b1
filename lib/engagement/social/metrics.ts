import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Metrics } from "./comment-schema.ts";
import { existing } from "./find.ts";
import type { StoredPublication } from "./schema.ts";
import { metrics } from "./table.ts";

/** The latest metrics of a publication; none before that. */
export async function getPublicationMetrics(_ctx: Context, storeId: string, id: string): Promise<Metrics> {
  const publication = await existing(storeId, id);
  const found = await metrics.find({ store_id: storeId, publication_id: id });
  return viewMetrics(publication, found?.metrics ?? {}, found?.collected_at ?? null);
}

/** Keeps what a network said. A number that it leaves out this time stays as it was. */
export async function keepMetrics(
  ctx: Context,
  publication: StoredPublication,
  read: Record<string, number>,
): Promise<Metrics> {
  const { store_id, id: publication_id } = publication;
  const before = await metrics.find({ store_id, publication_id }, ctx);
  const numbers = { ...before?.metrics, ...read };
  const collected_at = ctx.now();
  await transact(ctx, [metrics.put({ store_id, publication_id, metrics: numbers, collected_at })]);
  return viewMetrics(publication, numbers, collected_at);
}

function viewMetrics(
  { id, store_id, social_account_id, provider_type, provider_post_id }: StoredPublication,
  numbers: Record<string, number>,
  collected_at: number | null,
): Metrics {
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
