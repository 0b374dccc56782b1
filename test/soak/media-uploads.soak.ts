import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LIMITS } from "#lib/content/media/types.ts";
import { completeUpload, createMedia, createUpload } from "#lib/content/media/uploads.ts";
import { createStore } from "#lib/system/opening/service.ts";
import { serve } from "#test/support/serve.ts";
import { personActor, somebody, testContext } from "#test/support/world.ts";

export const name = "twenty files of 100 MB at once, and a download of the same size";

const FILE_COUNT = 20;
const FILE_BYTES = LIMITS.video;
/** Most bytes by which memory may grow. Both ends of a download run in this process. */
const MAX_GROWTH_BYTES = { completing: 32 * 1024 * 1024, downloading: 64 * 1024 * 1024 };

export async function run(): Promise<string> {
  const owner = await somebody();
  const ctx = testContext({ actor: personActor(owner.id) });
  const { id: storeId } = await createStore(ctx, { key: `soak-${Date.now()}` });
  const film = new Uint8Array(FILE_BYTES);
  film.set(Buffer.from("\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41", "latin1"));
  const uploads = await Promise.all(
    Array.from({ length: FILE_COUNT }, (_, index) =>
      createUpload(ctx, storeId, { filename: `${index}.mp4`, size: FILE_BYTES }),
    ),
  );
  for (const { url, fields } of uploads) await postFile(url, fields, film);
  const completing = await memoryGrowth(() =>
    Promise.all(uploads.map(({ id }) => completeUpload(ctx, storeId, id))),
  );
  using server = await serveBytes(film);
  const downloading = await memoryGrowth(() =>
    createMedia(ctx, storeId, [{ url: `${server.url}/film.mp4` }]),
  );
  if (completing > MAX_GROWTH_BYTES.completing || downloading > MAX_GROWTH_BYTES.downloading) {
    throw new Error(`Memory grew by ${completing} bytes completing and ${downloading} downloading.`);
  }
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return `${FILE_COUNT} completed within ${mb(completing)} more, one downloaded within ${mb(downloading)} more`;
}

async function postFile(
  url: string,
  fields: Record<string, string>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("file", new Blob([bytes]), "film");
  const { status } = await fetch(url, { method: "POST", body });
  if (status !== 204) throw new Error(`The bucket answered ${status}.`);
}

/** Most bytes by which this thread's memory grows. Garbage is collected first, as a busy machine collects it late. */
async function memoryGrowth(run: () => Promise<unknown>): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const held = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, 20);
  await run();
  clearInterval(timer);
  return most - before;
}

function serveBytes(bytes: Uint8Array) {
  return serve((_, response) => {
    // All parts share one buffer, so that the server's memory does not count.
    let sent = 0;
    const more = () => {
      while (sent < bytes.length && !response.destroyed) {
        const piece = bytes.subarray(sent, sent + 64 * 1024);
        sent += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  });
}
