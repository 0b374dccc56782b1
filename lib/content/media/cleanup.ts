import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { type Event, enqueue } from "#core/events.ts";
import { deleteObjects, deletePrefix } from "#core/storage.ts";
import { keyPrefixes, originalKey, privatePrefix } from "./keys.ts";
import { PurgeFiles } from "./messages.ts";
import { uploads } from "./table.ts";
import { discardUpload } from "./uploads.ts";

/** Milliseconds of one run; a new message then continues with the rest. */
const RUN_MS = 40_000;

/** Deletes the bytes of a deleted file, or of all files of a deleted store. */
export async function purgeFiles(ctx: Context, event: Event): Promise<void> {
  const until = Date.now() + RUN_MS;
  const mediaId = event.type === "media.deleted" ? event.record_id : undefined;
  const { files, uploads: incoming, variants } = keyPrefixes(event.tenant_id, mediaId);
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

/** Deletes objects that uploads left in the bucket without being completed. */
export const expiredUploads = dueWork(uploads, async (ctx, key) => {
  const upload = await uploads.find(key, ctx);
  if (upload) await discardUpload(ctx, upload, "became due");
});
