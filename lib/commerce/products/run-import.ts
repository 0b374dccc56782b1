import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { MAX_RUN_MS } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { checkJson, parseInput } from "#core/http/input.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { RecordKey } from "#core/records/schema.ts";
import { deleteObjects } from "#core/storage.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { getTenant, languageOf } from "#lib/tenancy/tenants/service.ts";
import { createProduct, updateProduct } from "./change.ts";
import { productFromCsv } from "./csv-product.ts";
import { blocksOf } from "./import-blocks.ts";
import { addFaults, faultsOf } from "./import-faults.ts";
import { readImportFile } from "./import-file.ts";
import { importLife } from "./import-lifecycle.ts";
import { type ImportRow, withVariantIds } from "./import-rows.ts";
import type { ProductImport } from "./import-schema.ts";
import { imports } from "./import-table.ts";
import { productKind } from "./kind.ts";
import { RunImport } from "./messages.ts";
import { CreateProduct, type Product } from "./schema.ts";

/** Rows between two writes of the progress; up to this number are imported twice after a crash. */
const ROWS_PER_WRITE = 10;

/**
 * Continues an import from its stored progress. It can be killed anywhere or run twice: importing a row again
 * gives the same product.
 */
export async function runImport(
  ctx: Context,
  { store_id, import_id }: BodyOf<typeof RunImport>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const until = Date.now() + patience;
  let record = await imports.find({ store_id, id: import_id });
  if (record?.status !== "running") return;
  const file = await readImportFile(record);
  if ("faults" in file) return finishImport(ctx, record, "failed", file);
  const { columns, rows, unknown } = file;
  while (record.rows < rows.length) {
    const more = Date.now() > until;
    if (more) return transact(ctx, [enqueue(ctx, RunImport, { store_id, import_id })]);
    const knownFaults = record.rows > 0 ? record.faults : unknown;
    const next = rows.slice(record.rows, record.rows + ROWS_PER_WRITE);
    const { progress, ended } = await importRows(ctx, { ...record, faults: knownFaults }, columns, next);
    if (ended) return finishImport(ctx, record, "failed", progress);
    const taken = importLife.transition({ record }, { type: "rows imported", progress, now: ctx.now() });
    await transact(ctx, [imports.replace(record, taken.record)]);
    record = await imports.get({ store_id, id: import_id }, GENERAL.NOT_FOUND());
  }
  await finishImport(ctx, record, "completed", rows.length > 0 ? {} : { faults: unknown });
}

type Progress = Pick<ProductImport, "rows" | "created" | "updated" | "failed" | "faults">;

/** Imports some rows, up to one that reaches a limit of the plan: all later rows would reach it too. */
async function importRows(
  ctx: Context,
  record: ProductImport,
  columns: readonly string[],
  rows: ImportRow[],
): Promise<{ progress: Progress; ended: boolean }> {
  const { created, updated, failed, faults } = record;
  const after = { rows: record.rows, created, updated, failed, faults };
  for (const row of rows) {
    const outcome = await importRow(ctx, record.store_id, columns, row);
    after.rows += 1;
    if (outcome === "created" || outcome === "updated") after[outcome] += 1;
    else {
      after.failed += 1;
      after.faults = addFaults(after.faults, faultsOf(row, outcome));
      if (outcome.code === PLAN.PLAN_LIMIT.code) return { progress: after, ended: true };
    }
  }
  return { progress: after, ended: false };
}

async function importRow(
  ctx: Context,
  storeId: string,
  columns: readonly string[],
  row: ImportRow,
): Promise<"created" | "updated" | ApiError> {
  if (row.refused) return row.refused;
  try {
    const tenant = await getTenant(ctx, storeId);
    const named = RecordKey.safeParse(row.key).data;
    const known = named === undefined ? undefined : await productKind.find(storeId, "", { key: named });
    if (row.cells) {
      const { markets = [] } = tenant.configs;
      const cells = row.cells.map((each) => each.cells);
      Object.assign(row, productFromCsv(cells, known, { columns, markets }));
    }
    // Checked like a request body, so that one bad row does not stop the others.
    checkJson(row.product);
    const sent = parseInput(CreateProduct, row.product);
    const blocks = await blocksOf(ctx, storeId, row.product, sent, known, languageOf(tenant));
    const input = { ...sent, blocks };
    return await upsert(ctx, storeId, row.cells || !known ? input : withVariantIds(input, known), known);
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
    await updateProduct(ctx, storeId, known.id, input);
    return "updated";
  }
  try {
    await createProduct(ctx, storeId, input);
    return "created";
  } catch (error) {
    // A concurrent run has created the product meanwhile.
    const made = await productKind.find(storeId, "", { key: input.key });
    if (!made) throw error;
    return upsert(ctx, storeId, withVariantIds(input, made), made);
  }
}

async function finishImport(
  ctx: Context,
  record: Stored<ProductImport>,
  type: "completed" | "failed",
  progress: Partial<Progress> = {},
): Promise<void> {
  const end = importLife.transition({ record }, { type, progress, now: ctx.now() });
  await transact(ctx, [imports.replace(record, end.record)]);
  await deleteObjects(env("MEDIA_BUCKET"), [incomingKey(record.store_id, record.id)]);
}
