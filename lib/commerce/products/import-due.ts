import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { enqueue } from "#core/events.ts";
import { deleteObjects } from "#core/storage.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { importLife } from "./import-lifecycle.ts";
import { imports } from "./import-table.ts";
import { RunImport } from "./messages.ts";

export const dueImports = dueWork(imports, (ctx, { store_id, id }) => processDueImport(ctx, store_id, id));

/** Fails an import that was not started in time, and restarts or fails one without recent progress. */
export async function processDueImport(ctx: Context, store_id: string, id: string): Promise<void> {
  const record = await imports.find({ store_id, id }, ctx);
  if (!record) return;
  const after = importLife.transition({ record }, { type: "became due", now: ctx.now() });
  if (after.record.updated_at === record.updated_at) return;
  const restart = after.runs ? [enqueue(ctx, RunImport, { store_id, import_id: id })] : [];
  await transact(ctx, [imports.replace(record, after.record), ...restart]);
  if (after.record.status === "failed") await deleteObjects(env("MEDIA_BUCKET"), [incomingKey(store_id, id)]);
}
