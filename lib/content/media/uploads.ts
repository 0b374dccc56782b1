import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { HOUR } from "#core/seconds.ts";
import { deleteObjects } from "#core/storage.ts";
import { signPost } from "#core/storage-uploads.ts";
import { usageWrites } from "#lib/tenancy/plans/features.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { download } from "./download.ts";
import { MEDIA } from "./errors.ts";
import { type FileFacts, ingestStream, ingestUpload, NOT_POSTED } from "./ingest.ts";
import { incomingKey, originalKey } from "./keys.ts";
import type { UploadItem } from "./multipart.ts";
import { fileName, nameOfType, safeName, slugify, stemOf } from "./names.ts";
import { type CreateUpload, type Media, type MediaUpload, type StoredMedia, StoredUpload } from "./schema.ts";
import { creation, findMedia } from "./service.ts";
import { uploads } from "./table.ts";
import { checkSize, typeOfExtension } from "./types.ts";
import { uploadLife } from "./upload-lifecycle.ts";
import { viewMedia } from "./view.ts";

/** Seconds for which a file can be posted by a signed form, and its upload be completed. */
const FORM_LIFETIME = HOUR;
/** Seconds after which a request with files has certainly ended. */
const REQUEST_LIFETIME = 120;

/** Stores files and downloads, all or none. */
export async function createMedia(ctx: Context, storeId: string, items: UploadItem[]): Promise<Media[]> {
  const language = await languageOfTenant(storeId);
  // Ids are a millisecond apart, so that lists by creation have the files in the form's order.
  const ids = items.map((_, index) => newId("media", ctx.clock() + index / 1000));
  // Stored before any bytes: if this request dies early, the scheduled worker finds and deletes them.
  const upload = newUpload(ctx, storeId, { size: 0 }, { media_ids: ids, name: "" }, REQUEST_LIFETIME);
  await transact(ctx, [uploads.create(upload)]);
  try {
    const stored = await Promise.allSettled(
      items.map((item, index) => storeItem(storeId, ids[index] ?? "", item)),
    );
    const failed = stored.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    const records = stored.flatMap((each) =>
      each.status === "fulfilled" ? newMedia(ctx, storeId, language, each.value) : [],
    );
    const bytes = records.reduce((sum, { size }) => sum + size, 0);
    const writes = [
      ...records.flatMap((record) => creation(ctx, record)),
      ...(await usageWrites(ctx, storeId, "storage_bytes", bytes)),
    ];
    uploadLife.transition({ upload }, { type: "files created" });
    return await transact(ctx, [uploads.removeKey(upload), ...writes], records.map(viewMedia));
  } catch (error) {
    await discardUpload(ctx, upload, "abandoned");
    throw error;
  }
}

/** Signs a form for posting one file straight into the bucket. */
export async function createUpload(
  ctx: Context,
  storeId: string,
  { filename, mime_type, ...sent }: z.output<typeof CreateUpload>,
): Promise<MediaUpload> {
  const { size } = sent;
  const name = safeName(filename);
  const type = typeOfExtension(name);
  if (!type) throw MEDIA.INVALID_FILE_TYPE({ file: name, why: "give its name an extension" });
  if (mime_type !== undefined && mime_type.split(";")[0]?.trim().toLowerCase() !== type.mime) {
    throw MEDIA.INVALID_FILE_TYPE({
      file: name,
      why: `${mime_type} is not the type of its extension; send ${type.mime}`,
    });
  }
  checkSize(name, type, size);
  const media_id = newId("media", ctx.clock());
  const upload = newUpload(ctx, storeId, sent, { media_ids: [media_id], name }, FORM_LIFETIME);
  const { id, expires_at } = upload;
  const form = await signPost(env("MEDIA_BUCKET"), incomingKey(storeId, id), {
    size,
    contentType: type.mime,
    seconds: FORM_LIFETIME,
  });
  const answer = { id, media_id, url: form.url, fields: form.fields, expires_at };
  return transact(ctx, [uploads.create(upload)], answer);
}

/** Creates the record of a posted file; a repeated call gives the same answer. A refused file is deleted. */
export async function completeUpload(ctx: Context, storeId: string, uploadId: string): Promise<Media> {
  const upload = await uploads.find({ store_id: storeId, id: uploadId }, ctx);
  const [mediaId] = upload?.media_ids ?? [];
  if (!upload || !mediaId || !upload.name) throw MEDIA.NOT_FOUND();
  const { record: done } = uploadLife.transition({ upload }, { type: "completed", now: ctx.now() });
  if (done === upload) return completedMedia(storeId, mediaId);
  const place = { storeId, mediaId, name: upload.name };
  const stored = await ingestUpload(place, uploadId, upload.size).catch(async (error: unknown) => {
    // A concurrent request has completed it meanwhile and removed the posted object.
    const after = await uploads.find({ store_id: storeId, id: uploadId }, ctx);
    if (after?.status === "completed") return undefined;
    await discardIfRefused(ctx, upload, error);
    throw error;
  });
  if (!stored) return completedMedia(storeId, mediaId);
  const language = await languageOfTenant(storeId);
  const record = newMedia(ctx, storeId, language, { id: mediaId, name: upload.name, ...stored });
  const counted = await usageWrites(ctx, storeId, "storage_bytes", record.size);
  const view = await transact(
    ctx,
    [uploads.replace(upload, done), ...counted, ...creation(ctx, record)],
    viewMedia(record),
  );
  await deleteObjects(env("MEDIA_BUCKET"), [incomingKey(storeId, uploadId)]);
  return view;
}

/** Deletes the objects of an upload, and then its record. */
export async function discardUpload(
  ctx: Context,
  upload: StoredUpload,
  type: "abandoned" | "became due",
): Promise<void> {
  if (!uploadLife.transition({ upload }, { type }).drops) return;
  const { store_id, id, media_ids } = upload;
  const keys = [incomingKey(store_id, id), ...media_ids.map((mediaId) => originalKey(store_id, mediaId))];
  await deleteObjects(env("MEDIA_BUCKET"), keys);
  await transact(ctx, [uploads.removeKey({ store_id, id })]);
}

async function storeItem(storeId: string, mediaId: string, item: UploadItem): Promise<StoredItem> {
  if ("url" in item) {
    const { name, chunks } = await download(item.url);
    const facts = await ingestStream({ storeId, mediaId, name }, chunks, "address");
    return { id: mediaId, name: nameOfType(name, facts.mime_type), ...facts };
  }
  const name = safeName(item.name);
  return {
    id: mediaId,
    name,
    ...(await ingestStream({ storeId, mediaId, name }, asChunks(item.bytes), "file")),
  };
}

type StoredItem = FileFacts & { id: string; name: string };

async function* asChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function completedMedia(storeId: string, mediaId: string): Promise<Media> {
  const [media] = await findMedia(storeId, [mediaId]);
  if (!media) throw MEDIA.NOT_FOUND();
  return media;
}

// The client may try again if it has not posted the file yet, or after an error of this server.
async function discardIfRefused(ctx: Context, upload: Stored<StoredUpload>, error: unknown): Promise<void> {
  if (error instanceof ApiError && error.reason !== NOT_POSTED) await discardUpload(ctx, upload, "abandoned");
}

function newUpload(
  ctx: Context,
  store_id: string,
  sent: Omit<z.output<typeof CreateUpload>, "filename" | "mime_type">,
  what: Pick<StoredUpload, "media_ids" | "name">,
  lifetime: number,
): StoredUpload {
  const created_at = ctx.now();
  const id = newId("upl", ctx.clock());
  const expires_at = created_at + lifetime;
  return newRecord(StoredUpload, {}, sent, {
    ...what,
    id,
    store_id,
    status: "pending",
    expires_at,
    created_at,
  });
}

function newMedia(
  ctx: Context,
  store_id: string,
  language: string,
  { name, ...stored }: StoredItem,
): StoredMedia {
  const now = ctx.now();
  const slug = slugify(stemOf(name)) || "file";
  return {
    ...stored,
    store_id,
    name,
    file: fileName(slug, stored.mime_type),
    slug: { [language]: slug },
    alt: {},
    created_at: now,
    updated_at: now,
  };
}
