import { CsvError } from "csv-parse/sync";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { RUN_MS } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { ApiError, GENERAL, refuse } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { checkJson, parseInput } from "#core/http/input.ts";
import type { Body } from "#core/queue/message.ts";
import { hash } from "#core/seal.ts";
import { deleteObjects, readObject } from "#core/storage.ts";
import { BlockInputs } from "#lib/content/blocks/schema.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { createMedia } from "#lib/content/media/uploads.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { createProduct, updateProduct } from "./change.ts";
import { namesIn } from "./found-schema.ts";
import { faultsOf, toldWith, unreadable } from "./import-faults.ts";
import { importLife } from "./import-lifecycle.ts";
import { unknownNames } from "./import-names.ts";
import type { Fault, Import } from "./import-schema.ts";
import { importedMedia, imports } from "./import-table.ts";
import { productKind } from "./kind.ts";
import { RunImport } from "./messages.ts";
import { csvRows, jsonRows, mediaUrlsOf, nameOf, type Row, withIds } from "./rows.ts";
import { CreateProduct, type Product } from "./schema.ts";

/** Rows between two notes of how far an import has come: so many may be done twice after a crash. */
const CHUNK = 10;
/** Pictures that one row may have fetched: each takes its time. */
const MAX_URLS = 20;

/**
 * Works through the file of an import from where it has come. Killed anywhere or run twice it goes on from its last
 * note: a row that is done again changes its product to what it is.
 */
export async function runImport(
  ctx: Context,
  { store_id, import_id }: Body<typeof RunImport>,
  patience = RUN_MS,
): Promise<void> {
  const until = Date.now() + patience;
  let record = await imports.find({ store_id, id: import_id });
  if (record?.status !== "running") return;
  const file = await fileOf(record).catch(unreadable);
  if (!("rows" in file)) return finish(ctx, record, "fail", { faults: [file] });
  const { rows, unknown } = file;
  while (record.rows < rows.length) {
    const more = Date.now() > until;
    if (more) return transact(ctx, [enqueue(ctx, RunImport, { store_id, import_id })]);
    const told = record.rows > 0 ? record.faults : unknown;
    const next = rows.slice(record.rows, record.rows + CHUNK);
    const { progress, ended } = await workThrough(ctx, { ...record, faults: told }, next);
    if (ended) return finish(ctx, record, "fail", progress);
    const taken = importLife.step({ record }, { is: "take rows", progress, now: ctx.now() });
    await transact(ctx, [imports.replace(record, taken.record)]);
    record = await imports.get({ store_id, id: import_id }, GENERAL.NOT_FOUND());
  }
  await finish(ctx, record, "be through", rows.length > 0 ? {} : { faults: unknown });
}

type Progress = Pick<Import, "rows" | "created" | "updated" | "failed" | "faults">;

/** Some rows of an import, up to one that meets a limit of the plan: those behind it would meet it too. */
async function workThrough(
  ctx: Context,
  record: Import,
  rows: Row[],
): Promise<{ progress: Progress; ended: boolean }> {
  const { created, updated, failed, faults } = record;
  const after = { rows: record.rows, created, updated, failed, faults };
  for (const row of rows) {
    const outcome = await takeRow(ctx, record.store_id, row);
    after.rows += 1;
    if (outcome === "created" || outcome === "updated") after[outcome] += 1;
    else {
      after.failed += 1;
      after.faults = toldWith(after.faults, faultsOf(row, outcome));
      if (outcome.code === PLAN.PLAN_LIMIT.code) return { progress: after, ended: true };
    }
  }
  return { progress: after, ended: false };
}

/** What became of a row, or the refusal of it. */
async function takeRow(ctx: Context, storeId: string, row: Row): Promise<"created" | "updated" | ApiError> {
  if (row.refused) return row.refused;
  try {
    // As a body is: what no table can keep is told, and does not stop the rest.
    checkJson(row.product);
    const sent = parseInput(CreateProduct, row.product);
    const known = await productKind.find(storeId, "", { key: sent.key });
    const blocks = await blocksOf(ctx, storeId, row.product, sent.blocks, known);
    return await upsert(ctx, storeId, { ...sent, blocks }, known);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return error;
  }
}

async function upsert(
  ctx: Context,
  storeId: string,
  input: CreateProduct,
  known: Product | undefined,
): Promise<"created" | "updated"> {
  if (known) {
    await updateProduct(ctx, storeId, known.id, withIds(input, known));
    return "updated";
  }
  try {
    await createProduct(ctx, storeId, input);
    return "created";
  } catch (error) {
    // A twin of this run has made it meanwhile.
    const made = await productKind.find(storeId, "", { key: input.key });
    if (!made) throw error;
    return upsert(ctx, storeId, input, made);
  }
}

/** The blocks of a row: those that it has, else those of its product, with the name and the pictures that it names. */
async function blocksOf(
  ctx: Context,
  storeId: string,
  row: unknown,
  sent: CreateProduct["blocks"],
  known: Product | undefined,
): Promise<CreateProduct["blocks"]> {
  const [name, urls] = [nameOf(row), mediaUrlsOf(row)];
  if (name === undefined && urls.length === 0) return sent;
  let blocks = sent ?? BlockInputs.parse(known?.blocks ?? []);
  const isNew = name !== undefined && !(known && namesIn(known).includes(name));
  if (isNew)
    blocks = [...blocks.filter(({ key }) => key !== "name"), { key: "name", type: "TEXT", value: [name] }];
  if (urls.length === 0) return blocks;
  if (urls.length > MAX_URLS) throw refuse("media_urls", `may name ${MAX_URLS} pictures at most`);
  const value: string[] = [];
  for (const url of urls) value.push(`media:${await picture(ctx, storeId, url)}`);
  return [
    ...blocks.filter(({ key }) => key !== "pictures"),
    { key: "pictures", type: "RELATIONSHIP_MEDIA", value },
  ];
}

/** The picture of a url, whose refusal is one of the row's `media_urls`. */
async function picture(ctx: Context, storeId: string, url: string): Promise<string> {
  try {
    return await mediaOf(ctx, storeId, url);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, status, message } = error;
    const validationErrors = [{ field: "media_urls", message, error: code }];
    throw new ApiError(code, status, message, { validationErrors });
  }
}

async function mediaOf(ctx: Context, storeId: string, url: string): Promise<string> {
  const url_hash = hash(url);
  const known = await importedMedia.find({ store_id: storeId, url_hash });
  if (known && (await findMedia(storeId, [known.media_id])).length > 0) return known.media_id;
  const [media] = await createMedia(ctx, storeId, [{ url }]);
  if (!media) throw GENERAL.BAD_REQUEST({ message: `${url.slice(0, 100)} gave no file.` });
  await transact(ctx, [importedMedia.put({ store_id: storeId, url_hash, media_id: media.id })]);
  return media.id;
}

/** The rows of the posted file, and what is told of the names that it has. */
async function fileOf({ store_id, id, format }: Import): Promise<{ rows: Row[]; unknown: Fault[] }> {
  const object = await readObject(env("MEDIA_BUCKET"), incomingKey(store_id, id));
  if (!object || object === "unchanged") throw new CsvError("CSV_INVALID_ARGUMENT", "The file is not there.");
  const text = (await object.bytes()).toString("utf8");
  const rows = format === "csv" ? csvRows(text) : jsonRows(text);
  return { rows, unknown: unknownNames(format, text, rows) };
}

async function finish(
  ctx: Context,
  record: Stored<Import>,
  is: "be through" | "fail",
  progress: Partial<Progress> = {},
): Promise<void> {
  const end = importLife.step({ record }, { is, progress, now: ctx.now() });
  await transact(ctx, [imports.replace(record, end.record)]);
  await deleteObjects(env("MEDIA_BUCKET"), [incomingKey(record.store_id, record.id)]);
}
