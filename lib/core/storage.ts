import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { timeouts } from "#core/aws.ts";

export interface ObjectHeaders {
  contentType: string;
  cacheControl?: string;
  contentDisposition?: string;
}

interface StoredObject {
  etag: string;
  /** Bytes of the whole object, even if only a part was read. */
  size: number;
  contentType: string;
  cacheControl?: string;
  contentDisposition?: string;
}

export interface ReadObject extends StoredObject {
  body: AsyncIterable<Uint8Array>;
  bytes(): Promise<Buffer>;
  /** Releases the connection of a body that is not read. */
  discard(): void;
}

let client: S3Client | undefined;
const MAX_BATCH_KEYS = 1000;

/** The S3 client, made at first use and used for the life of the process. */
export function storage(): S3Client {
  client ??= new S3Client({
    maxAttempts: 4,
    ...timeouts(20_000),
    // S3 checks signed bodies itself; further checksums cost CPU.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return client;
}

/** Stores an object. With `onlyNew` an existing one is unchanged, and `undefined` is returned. */
export async function putObject(
  bucket: string,
  key: string,
  body: Uint8Array,
  { onlyNew = false, ...headers }: ObjectHeaders & { onlyNew?: boolean },
): Promise<{ etag: string } | undefined> {
  try {
    const { ETag = "" } = await storage().send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ...s3Headers(headers),
        ...(onlyNew ? { IfNoneMatch: "*" } : {}),
      }),
    );
    return { etag: ETag };
  } catch (error) {
    const status = statusOf(error);
    if (onlyNew && (status === 412 || status === 409)) return undefined;
    throw error;
  }
}

/**
 * Reads an object as a stream.
 *
 * @param first how many bytes to read, by default all; `unless`: an etag that the caller already has
 * @returns `undefined` when there is none, or no first byte, `"unchanged"` when it still has the etag
 */
export async function readObject(
  bucket: string,
  key: string,
  { first, unless }: { first?: number; unless?: string | undefined } = {},
): Promise<ReadObject | "unchanged" | undefined> {
  try {
    const reply = await storage().send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(first === undefined ? {} : { Range: `bytes=0-${first - 1}` }),
        ...(unless === undefined ? {} : { IfNoneMatch: unless }),
      }),
    );
    const body = reply.Body;
    if (!body) return undefined;
    return {
      ...describeObject(reply),
      size: Number(reply.ContentRange?.split("/")[1] ?? reply.ContentLength ?? 0),
      // Safe: in Node the SDK answers with a readable stream of bytes.
      body: body as unknown as AsyncIterable<Uint8Array>,
      bytes: async () => Buffer.from(await body.transformToByteArray()),
      discard: () => void (body as unknown as { destroy(): void }).destroy(),
    };
  } catch (error) {
    const status = statusOf(error);
    if (status === 304) return "unchanged";
    // An empty object has no first byte.
    if (status === 404 || status === 416) return undefined;
    throw error;
  }
}

/**
 * Reads a part of an existing object.
 *
 * @param start first byte, and `end` the one after the last
 */
export async function readRange(bucket: string, key: string, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const Range = `bytes=${start}-${end - 1}`;
  const { Body } = await storage().send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  return Body ? Buffer.from(await Body.transformToByteArray()) : Buffer.alloc(0);
}

/** Copies an object within a bucket, with other headers. */
export async function copyObject(
  bucket: string,
  from: string,
  to: string,
  headers: ObjectHeaders,
): Promise<void> {
  await storage().send(
    new CopyObjectCommand({
      Bucket: bucket,
      CopySource: `${bucket}/${from.split("/").map(encodeURIComponent).join("/")}`,
      Key: to,
      MetadataDirective: "REPLACE",
      ...s3Headers(headers),
    }),
  );
}

/** Deletes objects; missing ones are no error. */
export async function deleteObjects(bucket: string, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += MAX_BATCH_KEYS) {
    const Objects = keys.slice(start, start + MAX_BATCH_KEYS).map((Key) => ({ Key }));
    const { Errors = [] } = await storage().send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first) throw new Error(`${Errors.length} objects could not be deleted: ${first.Key} ${first.Code}`);
  }
}

/**
 * Deletes the objects with a prefix, until none is left or the time is up.
 *
 * @param until milliseconds by `Date.now()`
 * @returns whether none is left
 */
export async function deletePrefix(bucket: string, prefix: string, until: number): Promise<boolean> {
  while (Date.now() < until) {
    const { Contents = [] } = await storage().send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: MAX_BATCH_KEYS }),
    );
    if (Contents.length === 0) return true;
    await deleteObjects(
      bucket,
      Contents.flatMap(({ Key }) => Key ?? []),
    );
  }
  return false;
}

/** The keys of all objects with a prefix. */
export async function* keysBelow(bucket: string, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const { Contents = [], NextContinuationToken } = await storage().send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        MaxKeys: MAX_BATCH_KEYS,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    );
    for (const { Key } of Contents) if (Key !== undefined) yield Key;
    token = NextContinuationToken;
  } while (token);
}

export function s3Headers({ contentType, cacheControl, contentDisposition }: ObjectHeaders) {
  return {
    ContentType: contentType,
    ...(cacheControl === undefined ? {} : { CacheControl: cacheControl }),
    ...(contentDisposition === undefined ? {} : { ContentDisposition: contentDisposition }),
  };
}

function describeObject({
  ETag = "",
  ContentLength = 0,
  ContentType = "application/octet-stream",
  CacheControl,
  ContentDisposition,
}: {
  ETag?: string | undefined;
  ContentLength?: number | undefined;
  ContentType?: string | undefined;
  CacheControl?: string | undefined;
  ContentDisposition?: string | undefined;
}): StoredObject {
  return {
    etag: ETag,
    size: ContentLength,
    contentType: ContentType,
    ...(CacheControl === undefined ? {} : { cacheControl: CacheControl }),
    ...(ContentDisposition === undefined ? {} : { contentDisposition: ContentDisposition }),
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
