import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { list, recordSource } from "#core/records/list.ts";
import type { EngagementSyncResult, SyncEngagement } from "./comment-schema.ts";
import { withAccess } from "./credentials.ts";
import { LIMITS } from "./limits.ts";
import { saveMetrics } from "./metrics.ts";
import { NetworkError, type RemotePage } from "./port.ts";
import { costOfReads, spendReads } from "./read-budget.ts";
import { networkOf } from "./registry.ts";
import { markDeletedComments, saveComments } from "./save-comments.ts";
import type { StoredPublication } from "./schema.ts";
import { publications } from "./table.ts";

const DEFAULT_PUBLICATIONS = 20;
const DEFAULT_PAGES = 2;
const DEFAULT_COMMENTS = 100;
/** Milliseconds after which no further publication is synced. */
const RUN_MS = 20_000;

type Result = z.output<typeof EngagementSyncResult>;

interface SyncLimits {
  pages: number;
  comments: number;
  metrics: boolean;
}

/** Reads comments and metrics of publications from their networks, within the request's limits. */
export async function syncEngagement(
  ctx: Context,
  storeId: string,
  input: z.output<typeof SyncEngagement>,
): Promise<Result> {
  const until = performance.now() + RUN_MS;
  const most = input.max_publications ?? DEFAULT_PUBLICATIONS;
  const { found, skipped } = await publicationsToSync(ctx, storeId, input.publication_ids ?? undefined, most);
  const result: Result = {
    publications_scanned: 0,
    comment_pages_scanned: 0,
    comments_synced: 0,
    metrics_synced: 0,
    comments: [],
    metrics: [],
    skipped_publication_ids: skipped,
    errors: [],
    estimated_cost_usd: 0,
    stopped_at_publication_id: null,
  };
  const bounds = {
    pages: input.max_comment_pages_per_publication ?? DEFAULT_PAGES,
    comments: input.max_comments_per_publication ?? DEFAULT_COMMENTS,
    metrics: input.sync_metrics ?? true,
  };
  for (const publication of found) {
    if (performance.now() > until) {
      result.stopped_at_publication_id = publication.id;
      break;
    }
    await syncPublication(ctx, publication, bounds, result);
  }
  return result;
}

async function syncPublication(
  ctx: Context,
  publication: StoredPublication,
  bounds: SyncLimits,
  result: Result,
): Promise<void> {
  result.publications_scanned += 1;
  for (const part of [syncComments, syncMetrics]) {
    try {
      await part(ctx, publication, bounds, result);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      const { code, message } = error;
      result.errors.push({ publication_id: publication.id, comment_id: null, code, message });
    }
  }
}

async function syncComments(
  ctx: Context,
  publication: StoredPublication,
  bounds: SyncLimits,
  result: Result,
): Promise<void> {
  const { provider_type, social_account_id, store_id, provider_post_id: postId } = publication;
  const { listComments, listsAllComments } = await networkOf(provider_type);
  if (!listComments || !LIMITS[provider_type].engagement.read_comments || !postId) return;
  const began = ctx.now();
  const listed = new Set<string>();
  let cursor: string | null = null;
  let left = bounds.comments;
  for (let pages = 0; pages < bounds.pages && left > 0; pages++) {
    await spendReads(ctx, provider_type, social_account_id, 1);
    const [from, most]: [string | null, number] = [cursor, left];
    const page: RemotePage = await withAccess(ctx, store_id, social_account_id, (caller) =>
      listComments(caller, postId, from, most),
    );
    const taken = page.comments.slice(0, left);
    result.comment_pages_scanned += 1;
    result.estimated_cost_usd += costOfReads(provider_type, page.comments.length);
    const kept = await saveComments(ctx, publication, taken);
    result.comments.push(...kept);
    result.comments_synced += kept.length;
    for (const { id } of kept) listed.add(id);
    left -= taken.length;
    cursor = page.cursor;
    if (cursor !== null) continue;
    if (listsAllComments && taken.length === page.comments.length)
      await markDeletedComments(ctx, publication, listed, began);
    return;
  }
}

async function syncMetrics(
  ctx: Context,
  publication: StoredPublication,
  bounds: SyncLimits,
  result: Result,
): Promise<void> {
  const { provider_type, social_account_id, store_id, provider_post_id: postId } = publication;
  const { readMetrics } = await networkOf(provider_type);
  if (!bounds.metrics || !readMetrics || !postId) return;
  await spendReads(ctx, provider_type, social_account_id, 1);
  const numbers = await withAccess(ctx, store_id, social_account_id, (caller) => readMetrics(caller, postId));
  result.estimated_cost_usd += costOfReads(provider_type, 1);
  result.metrics.push(await saveMetrics(ctx, publication, numbers));
  result.metrics_synced += 1;
}

async function publicationsToSync(ctx: Context, storeId: string, ids: string[] | undefined, most: number) {
  if (ids === undefined) {
    const published = { statuses: ["published"] };
    const page = await list(
      ctx,
      { limit: most },
      { source: recordSource(publications, "pub", { store_id: storeId }, published) },
    );
    return { found: page.items, skipped: [] };
  }
  const asked = [...new Set(ids)];
  const known = await publications.batchGet(
    asked.map((id) => ({ store_id: storeId, id })),
    ctx,
  );
  const published = known.filter(({ status }) => status === "published");
  const found = published.slice(0, most);
  return { found, skipped: asked.filter((id) => !found.some((each) => each.id === id)) };
}
