import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { type Event, enqueue } from "#core/events.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { deleteObjects, deletePrefix } from "#core/storage.ts";
import { originalKey, prefixes, privatePrefix } from "./keys.ts";
import { PurgeFiles } from "./messages.ts";
import { uploads } from "./table.ts";
import { forget } from "./uploads.ts";

/** Milliseconds after which the rest is left to a message of its own. */
const RUN_MS = 40_000;
/** Uploads of one run. */
const BATCH = 100;

/** Deletes the bytes of a file that was deleted, or of all files of a store that was. */
export async function purgeFiles(ctx: Context, event: Event): Promise<void> {
  const until = Date.now() + RUN_MS;
  const mediaId = event.type === "media.deleted" ? event.record_id : undefined;
  const { files, uploads: incoming, variants } = prefixes(event.tenant_id, mediaId);
  const originals = env("MEDIA_BUCKET");
  if (mediaId) await deleteObjects(originals, [originalKey(event.tenant_id, mediaId)]);
  const done =
    (mediaId !== undefined ||
      ((await deletePrefix(originals, files, until)) &&
        (await deletePrefix(originals, incoming, until)) &&
        (await deletePrefix(originals, privatePrefix(event.tenant_id), until)))) &&
    (await deletePrefix(env("VARIANTS_BUCKET"), variants, until));
  if (!done) await transact(ctx, [enqueue(ctx, PurgeFiles, event)]);
}

/** Deletes what uploads left in the bucket that were never completed. */
export async function deleteExpiredUploads(ctx: Context): Promise<void> {
  const until = Date.now() + RUN_MS;
  while (Date.now() < until) {
    const due = await uploads.batchGet(await uploads.dueUntil(ctx.now(), BATCH), ctx);
    if (due.length === 0) return;
    await inTurn(due, (upload) => forget(ctx, upload, "come due"));
  }
}
