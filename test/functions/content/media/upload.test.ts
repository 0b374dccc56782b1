import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { media } from "#functions/content/media/routes.ts";
import { expiredUploads } from "#lib/content/media/cleanup.ts";
import { ingestStream } from "#lib/content/media/ingest.ts";
import { uploads } from "#lib/content/media/table.ts";
import { LIMITS } from "#lib/content/media/types.ts";
import { completeUpload, createUpload } from "#lib/content/media/uploads.ts";
import { keysWith } from "#test/support/bucket.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { runDue } from "#test/support/due.ts";
import { samplePictures } from "#test/support/media.ts";
import { eventually, openStore, type TestStore, testContext } from "#test/support/world.ts";

/** A video of exactly this many bytes. */
function videoOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from("\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41", "latin1"));
  return bytes;
}

async function startUpload({ id: storeId, owner }: TestStore, filename: string, size: number) {
  return ok(media.createUpload, { params: { storeId }, as: owner, body: { filename, size } });
}

async function post(form: { url: string; fields: Record<string, string> }, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append("file", new Blob([bytes]), "whatever");
  expect((await fetch(form.url, { method: "POST", body })).status).toBe(204);
}

const completion = ({ id: storeId, owner }: TestStore, uploadId: string) => ({
  params: { storeId, uploadId },
  as: owner,
});

describe("an upload straight into the bucket", () => {
  test("becomes one file, however often it is completed", async () => {
    const store = await openStore();
    const bytes = videoOf(7_000_000);
    const upload = await startUpload(store, "Tour of the shop.mp4", bytes.length);
    expect(await refused(media.completeUpload, completion(store, upload.id))).toMatchObject({
      error: "MEDIA.UPLOAD_FAILED",
      body: { reason: "not_posted" },
    });
    await post(upload, bytes);
    const again = await Promise.all(
      [1, 2, 3].map(() => ok(media.completeUpload, completion(store, upload.id))),
    );
    const made = await ok(media.completeUpload, completion(store, upload.id));
    expect(new Set([...again, made].map((each) => JSON.stringify(each))).size).toBe(1);
    expect(made).toMatchObject({ id: upload.media_id, mime_type: "video/mp4", size: bytes.length });
    expect(await keysWith(store.id)).toEqual([`files/${store.id}/${upload.media_id}`]);
    const part = await fetch(made.url, { headers: { range: "bytes=0-3" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    const { items } = await ok(media.listMedia, { params: { storeId: store.id }, query: { limit: 10 } });
    expect(items).toEqual([made]);
  });

  test("works through the business interface too, which its refusal of a large request names", async () => {
    const { id, owner } = await openStore();
    const bytes = videoOf(5_000_000);
    const send = async (path: string, body?: object) => {
      const reply = await fetch(`${env("PUBLIC_URL")}/v1/businesses/${id}/media/uploads${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(reply.status).toBe(201);
      return reply.json();
    };
    const upload = media.createUpload.returns.parse(
      await send("", { filename: "a.mp4", size: bytes.length }),
    );
    await post(upload, bytes);
    expect(await send(`/${upload.id}/complete`)).toMatchObject({ id: upload.media_id, size: bytes.length });
  });

  test("has no URL before it is completed", async () => {
    const store = await openStore();
    const bytes = videoOf(100);
    const upload = await startUpload(store, "a.mp4", 100);
    await post(upload, bytes);
    const base = process.env.MEDIA_URL ?? "";
    const { key } = upload.fields;
    for (const path of [key, `${key}/x`, `${store.id}/${upload.media_id}/a.mp4`])
      expect((await fetch(`${base}/${path}`)).status).toBe(404);
  });

  test("is refused before it starts when its name, type or size is invalid", async () => {
    const { id: storeId, owner } = await openStore();
    const refusal = (filename: string, size: number, mime_type?: string) =>
      refused(media.createUpload, {
        params: { storeId },
        as: owner,
        body: { filename, size, ...(mime_type ? { mime_type } : {}) },
      });
    expect(await refusal("a.exe", 1)).toMatchObject({ error: "MEDIA.INVALID_FILE_TYPE" });
    expect(await refusal("noextension", 1)).toMatchObject({ error: "MEDIA.INVALID_FILE_TYPE" });
    expect(await refusal("a.mp4", 1, "image/png")).toMatchObject({ error: "MEDIA.INVALID_FILE_TYPE" });
    expect(await refusal("a.mp4", 0)).toMatchObject({ error: "GENERAL.VALIDATION_FAILED" });
    for (const [name, kind] of [
      ["a.jpg", "image"],
      ["a.pdf", "document"],
      ["a.mp4", "video"],
      ["a.mp3", "audio"],
    ] as const) {
      expect(await refusal(name, LIMITS[kind] + 1)).toMatchObject({
        status: 413,
        error: "MEDIA.FILE_TOO_LARGE",
      });
      const body = { filename: name, size: LIMITS[kind] };
      expect((await call(media.createUpload, { params: { storeId }, as: owner, body })).status).toBe(201);
    }
  });

  test("whose bytes differ from the announced type leaves nothing behind", async () => {
    const store = await openStore();
    const { jpg } = await samplePictures();
    for (const [name, bytes, size] of [
      ["a.png", new Uint8Array(jpg), jpg.length],
      ["a.mp4", new Uint8Array(50), 50],
      ["a.mp4", videoOf(60), 61],
      ["a.mp4", videoOf(61), 60],
      ["a.png", new Uint8Array((await samplePictures()).png.subarray(0, 20)), 20],
    ] as const) {
      const upload = await startUpload(store, name, size);
      await post(upload, bytes);
      const refusal = await refused(media.completeUpload, completion(store, upload.id));
      expect(refusal.error).toMatch(/^MEDIA\.(INVALID_FILE_TYPE|UPLOAD_FAILED)$/);
      expect(await keysWith(store.id)).toEqual([]);
      expect(await refused(media.completeUpload, completion(store, upload.id))).toMatchObject({
        error: "MEDIA.NOT_FOUND",
      });
    }
  });

  test("of another store, or of none, is not found", async () => {
    const [store, other] = [await openStore(), await openStore()];
    const upload = await startUpload(store, "a.mp4", 10);
    for (const id of [upload.id, "upl_nothing"]) {
      expect(await refused(media.completeUpload, completion(other, id))).toMatchObject({
        status: 400,
        error: "MEDIA.NOT_FOUND",
      });
    }
  });

  test("that nobody completes expires, and is cleaned up with the rest of an interrupted request", async () => {
    const { id: storeId } = await openStore();
    const ctx = testContext();
    const upload = await createUpload(ctx, storeId, { filename: "a.mp4", size: 100 });
    await post(upload, videoOf(100));
    const late = testContext({ clock: () => upload.expires_at + 1 });
    await expect(completeUpload(late, storeId, upload.id)).rejects.toMatchObject({
      code: "MEDIA.UPLOAD_FAILED",
    });
    const place = { storeId, mediaId: "media_half", name: "half.mp4" };
    await ingestStream(place, Readable.from([videoOf(100)]), "file");
    // It is due in a year that no other test uses; the stack's own tick may also take it.
    const began = 1_100_000_000;
    const note = { status: "pending" as const, expires_at: began + 120, created_at: began };
    const interrupted = {
      id: "upl_interrupted",
      store_id: storeId,
      media_ids: [place.mediaId],
      name: "",
      size: 0,
    };
    const known = await uploads.find({ store_id: storeId, id: upload.id });
    await transact(ctx, [
      known && uploads.replace(known, { ...known, ...note }),
      uploads.create({ ...interrupted, ...note }),
    ]);
    const fresh = await createUpload(ctx, storeId, { filename: "c.mp4", size: 100 });
    await post(fresh, videoOf(100));
    await runDue(ctx, expiredUploads, storeId);
    const left = async () => (await uploads.query(uploads.partition({ store_id: storeId }))).records;
    await eventually(async () => (await left()).length === 1, "the cleaning");
    expect((await left()).map(({ id }) => id)).toEqual([fresh.id]);
    expect(await keysWith(storeId)).toEqual([`uploads/${storeId}/${fresh.id}`]);
  });
});
