import { env } from "#core/env.ts";
import { copyObject, type ObjectHeaders, putObject, readObject } from "#core/storage.ts";
import { putStream } from "#core/storage-uploads.ts";
import { CACHE_CONTROL } from "./caching.ts";
import { MEDIA } from "./errors.ts";
import type { Size } from "./geometry.ts";
import { incomingKey, originalKey } from "./keys.ts";
import { PictureError } from "./picture-error.ts";
import type { StoredMedia } from "./schema.ts";
import { checkSize, type FileType, HEAD_BYTES, identifyType, LIMITS } from "./types.ts";

/** The facts of a file that its bytes determine. */
export type FileFacts = Pick<StoredMedia, "kind" | "mime_type" | "size" | "width" | "height">;

/** Marks the error of an upload whose bytes have not arrived yet. */
export const NOT_POSTED = "not_posted";

interface NewFile {
  storeId: string;
  mediaId: string;
  name: string;
}

/** Stores the bytes of a file if it is accepted; leaves nothing of a refused file. */
export async function ingestStream(
  place: NewFile,
  chunks: AsyncIterable<Uint8Array>,
  from: "file" | "address",
): Promise<FileFacts> {
  const { head, all } = await readHead(chunks);
  const type = await identifyType(place.name, head, from);
  const counted = withSizeLimit(place, type, all);
  const bucket = env("MEDIA_BUCKET");
  const key = originalKey(place.storeId, place.mediaId);
  if (type.kind === "image") {
    return await storePicture(place, type, await readAll(counted.chunks));
  }
  await putStream(bucket, key, counted.chunks, objectHeaders(type));
  return fileFacts(type, counted.size());
}

/** Stores a file that was posted into the bucket. */
export async function ingestUpload(place: NewFile, uploadId: string, expected: number): Promise<FileFacts> {
  const bucket = env("MEDIA_BUCKET");
  const from = incomingKey(place.storeId, uploadId);
  const beginning = await readObject(bucket, from, { first: HEAD_BYTES });
  if (!beginning || beginning === "unchanged") {
    throw MEDIA.UPLOAD_FAILED({ file: place.name, why: "it has not been posted yet", reason: NOT_POSTED });
  }
  const head = await beginning.bytes();
  const type = await identifyType(place.name, head, "file");
  const { size } = beginning;
  checkSize(place.name, type, size);
  if (size !== expected) {
    const why = `it has ${size} bytes, and ${expected} were announced`;
    throw MEDIA.UPLOAD_FAILED({ file: place.name, why });
  }
  if (type.kind === "image") return storePicture(place, type, await bytesOf(from));
  await copyObject(bucket, from, originalKey(place.storeId, place.mediaId), objectHeaders(type));
  return fileFacts(type, size);
}

async function bytesOf(key: string): Promise<Buffer> {
  const object = await readObject(env("MEDIA_BUCKET"), key);
  if (!object || object === "unchanged") throw new Error(`${key} went while it was read.`);
  return object.bytes();
}

async function storePicture(
  { storeId, mediaId, name }: NewFile,
  type: FileType,
  sent: Buffer,
): Promise<FileFacts> {
  const { bytes, size } = await preparePicture(name, type, sent);
  await putObject(env("MEDIA_BUCKET"), originalKey(storeId, mediaId), bytes, objectHeaders(type));
  return fileFacts(type, bytes.length, size);
}

async function preparePicture(
  name: string,
  type: FileType,
  sent: Buffer,
): Promise<{ bytes: Buffer; size: Size }> {
  // Loaded only for pictures.
  const { measure, turnUpright } = await import("./transform.ts");
  try {
    return { size: await measure(sent), bytes: await turnUpright(sent) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw MEDIA.INVALID_FILE_TYPE({ file: name, why: `as ${type.mime} it cannot be read, ${error.message}` });
  }
}

function fileFacts({ kind, mime }: FileType, size: number, dimensions?: Size): FileFacts {
  return {
    kind,
    mime_type: mime,
    size,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
  };
}

function objectHeaders({ mime }: FileType): ObjectHeaders {
  return { contentType: mime, cacheControl: CACHE_CONTROL };
}

/** Reads the first bytes of a file to identify its type; `all` still has every byte. */
async function readHead(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* read.splice(0);
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(read), all: all() };
}

function withSizeLimit({ name }: NewFile, type: FileType, chunks: AsyncIterable<Uint8Array>) {
  let size = 0;
  async function* counting(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > LIMITS[type.kind]) checkSize(name, type, size);
      yield chunk;
    }
  }
  return { chunks: counting(), size: () => size };
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}
