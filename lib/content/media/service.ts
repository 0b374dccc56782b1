import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import type { Read } from "#core/dynamo/read.ts";
import { facet, searchWords } from "#core/dynamo/terms.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { list, recordSource } from "#core/records/list.ts";
import { changedRecord } from "#core/records/record.ts";
import { releaseWrites } from "#lib/tenancy/plans/features.ts";
import { MEDIA } from "./errors.ts";
import { publicName } from "./names.ts";
import {
  type BusinessMediaQuery,
  KINDS,
  type Media,
  type MediaQuery,
  type Reference,
  StoredMedia,
  type UsagePage,
} from "./schema.ts";
import { media, references } from "./table.ts";
import { isMetadataWord } from "./types.ts";
import type { UpdateMedia } from "./update-schema.ts";
import { viewMedia } from "./view.ts";

export function mediaRead(storeId: string, id: string): Read<Media> {
  const { key, parse } = media.read({ store_id: storeId, id });
  return { key, parse: (item) => viewMedia(parse(item)) };
}

/** Files by id, in the given order; missing ones are left out. */
export async function findMedia(storeId: string, ids: string[]): Promise<Media[]> {
  return (await findRecords(storeId, ids)).map(viewMedia);
}

export async function getMedia(_ctx: Context, storeId: string, id: string): Promise<Media> {
  return viewMedia(await getStored(storeId, id));
}

export async function listMedia(
  ctx: Context,
  storeId: string,
  query: z.output<typeof MediaQuery>,
): Promise<Page<Media>> {
  const wanted = query.mime_type;
  if (query.ids) {
    const found = await findRecords(storeId, query.ids);
    const fitting = found.filter((record) => wanted === undefined || isOfType(record, wanted));
    return { items: fitting.map(viewMedia), cursor: null };
  }
  const all = recordSource(media, "media", { store_id: storeId }, { coversPartition: true });
  const page = await list(ctx, query, {
    // Type and size have no index rows, so that ten new files fit one transaction: such words need a scan.
    source: { ...all, walks: searchWords(query.query).some(isMetadataWord) },
    terms: wanted === undefined ? [] : [typeFacet(wanted)],
  });
  return { ...page, items: page.items.map(viewMedia) };
}

/** Translates the query of a business's list into a store's. */
export function storeQuery(query: z.output<typeof BusinessMediaQuery>): MediaQuery {
  const { mimeType, sortField, sortDirection, ...rest } = query;
  return { ...rest, mime_type: mimeType, sort_field: sortField, sort_direction: sortDirection };
}

/**
 * Replaces the alternative texts or the slug. A new slug changes the file name in the file's URL; URLs with the old
 * name still work.
 */
export async function updateMedia(
  ctx: Context,
  storeId: string,
  id: string,
  input: z.output<typeof UpdateMedia>,
): Promise<Media> {
  const before = await getStored(storeId, id);
  const file = input.slug && (await publicName(storeId, input.slug, before));
  const after = changedRecord(StoredMedia, before, input, { file, updated_at: ctx.now() });
  const { record, writes } = announceChange(ctx, "media.updated", media, before, after);
  return transact(ctx, writes, viewMedia(record));
}

/** Deletes a file: its record at once, its bytes and variants in the background. */
export async function deleteMedia(ctx: Context, storeId: string, id: string): Promise<void> {
  const record = await getStored(storeId, id);
  await transact(ctx, [
    media.remove(record),
    ...releaseWrites(storeId, "storage_bytes", record.size),
    announce(ctx, "media.deleted", media, record),
  ]);
}

/** The records that refer to a file; changes appear a moment later. */
export async function getUsage(
  ctx: Context,
  storeId: string,
  id: string,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<z.output<typeof UsagePage>> {
  await getStored(storeId, id);
  const partition = references.partition({ store_id: storeId });
  const range = { prefix: `${id}#`, limit, cursor };
  const page = await pageOfPartition(references, partition, range, [ctx.operation, storeId, id]);
  return {
    items: page.items.map(({ resource, record_id }) => ({ resource, record_id })),
    cursor: page.cursor,
  };
}

/**
 * The writes that update the usage of files, for the transaction that changes a record's references.
 *
 * @param before ids of the media that the record referred to before the change; `after` are those it refers to now
 */
export function referenceWrites(
  owner: Omit<Reference, "media_id">,
  before: readonly string[],
  after: readonly string[],
): Write[] {
  const added = [...new Set(after)].filter((id) => !before.includes(id));
  const dropped = [...new Set(before)].filter((id) => !after.includes(id));
  return [
    ...added.map((media_id) => references.put({ ...owner, media_id })),
    ...dropped.map((media_id) => references.removeKey({ ...owner, media_id })),
  ];
}

export function creation(ctx: Context, record: StoredMedia): Write[] {
  return [media.create(record), announce(ctx, "media.created", media, record)];
}

function findRecords(storeId: string, ids: string[]): Promise<Stored<StoredMedia>[]> {
  return media.batchGet(ids.map((id) => ({ store_id: storeId, id })));
}

async function getStored(storeId: string, id: string): Promise<Stored<StoredMedia>> {
  return media.get({ store_id: storeId, id }, MEDIA.NOT_FOUND());
}

function typeFacet(wanted: string): string {
  const kind = kindOf(wanted);
  return kind ? facet("kind", kind) : facet("mime_type", wanted);
}

function isOfType({ kind, mime_type }: StoredMedia, wanted: string): boolean {
  return kindOf(wanted) ? kind === kindOf(wanted) : mime_type === wanted;
}

function kindOf(wanted: string): string | undefined {
  const [kind, rest = "*"] = wanted.split("/");
  return rest === "*" ? KINDS.find((known) => known === kind) : undefined;
}
