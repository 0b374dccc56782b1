import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { HOUR } from "#core/seconds.ts";
import { readObject } from "#core/storage.ts";
import { signPost } from "#core/storage-uploads.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { importLife } from "./import-lifecycle.ts";
import { type CreateProductImport, ProductImport, type ProductImportView } from "./import-schema.ts";
import { imports } from "./import-table.ts";
import { RunImport } from "./messages.ts";

const FORM_LIFETIME = HOUR;
const MIME_TYPES = { csv: "text/csv", jsonl: "application/x-ndjson" } as const;

/** Creates an import, with the form that posts its file straight into the bucket. */
export async function createImport(ctx: Context, storeId: string, input: CreateProductImport) {
  const { format, size } = input;
  const now = ctx.now();
  const record = newRecord(ProductImport, {}, input, {
    id: newId("imp", ctx.clock()),
    store_id: storeId,
    status: "pending",
    rows: 0,
    created: 0,
    updated: 0,
    failed: 0,
    faults: [],
    looks: 0,
    created_at: now,
    updated_at: now,
  });
  const upload = await signPost(env("MEDIA_BUCKET"), incomingKey(storeId, record.id), {
    size,
    contentType: MIME_TYPES[format],
    seconds: FORM_LIFETIME,
  });
  const { url, fields } = upload;
  const answer = { ...record, status: "pending" as const, upload: { url, fields } };
  return transact(ctx, [imports.create(record)], answer);
}

/** Starts the import of the posted file in the background; a repeat only returns its progress. */
export async function startImport(ctx: Context, storeId: string, id: string): Promise<ProductImportView> {
  const record = await imports.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
  const isPosted = record.status === "pending" && (await hasFile(record));
  const outcome = importLife.transition({ record }, { type: "started", isPosted, now: ctx.now() });
  if (!outcome.runs) return record;
  const message = enqueue(ctx, RunImport, { store_id: storeId, import_id: id });
  return transact(ctx, [imports.replace(record, outcome.record), message], outcome.record);
}

async function hasFile({ store_id, id }: ProductImport): Promise<boolean> {
  const posted = await readObject(env("MEDIA_BUCKET"), incomingKey(store_id, id), { first: 1 });
  if (!posted || posted === "unchanged") return false;
  posted.discard();
  return true;
}

export async function getImport(_ctx: Context, storeId: string, id: string): Promise<ProductImportView> {
  return imports.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
}
