import { env } from "#core/env.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { ipNetwork } from "#core/http/caller.ts";
import type { RawReply } from "#core/http/reply.ts";
import { setLogTenant } from "#core/log-context.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { putObject, type ReadObject, readObject } from "#core/storage.ts";
import { CACHE_CONTROL } from "./caching.ts";
import { CONTENT_SECURITY_POLICY } from "./edge.ts";
import { MEDIA } from "./errors.ts";
import { originalKey, variantKey } from "./keys.ts";
import { readParameters, type Transformation } from "./parameters.ts";
import { PictureError } from "./picture-error.ts";
import { transformInProcess } from "./picture-process.ts";

/** Most bytes that fit a function's answer in base64. */
const MAX_ANSWER_BYTES = 4_500_000;
const MAX_ORIGINAL_BYTES = 10 * 1024 * 1024;

interface Variant {
  etag: string;
  mime: string;
  /** Undefined if the bytes do not fit a function's answer. */
  bytes: Buffer | undefined;
}

interface PictureRequest {
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  /** The viewer's IP address. */
  ip: string;
}

/** Most new variants per IP address and hour, and per store and day; a shop needs a few per picture. */
const PER_IP = [600, HOUR] as const;
const PER_STORE = [20_000, DAY] as const;

const runningVariants = new Map<string, Promise<Variant>>();

/**
 * Answers a request for a picture with parameters from a stored variant, or makes and stores it. Invalid parameters are
 * refused before storage is touched.
 *
 * @param jobFile source of the process that makes pictures
 */
export async function transformImage(
  { path, query, headers, ip }: PictureRequest,
  jobFile: URL,
): Promise<RawReply> {
  const asked = readParameters(query, headers.accept);
  const [, storeId, mediaId] = /^\/(?:transform\/)?([\w-]+)\/([\w-]+)(?:\/[^/]*)?$/.exec(path) ?? [];
  if (!storeId || !mediaId) throw pictureNotFound();
  setLogTenant(storeId);
  const key = variantKey(storeId, mediaId, asked.variant);
  const known = /^"[^"]*"$/.test(headers["if-none-match"] ?? "") ? headers["if-none-match"] : undefined;
  const kept = await readObject(env("VARIANTS_BUCKET"), key, { unless: known });
  if (kept === "unchanged") return { status: 304, headers: headersOf(asked, { etag: known ?? "" }) };
  const stored = kept
    ? await storedVariant(kept)
    : await shareRun(key, async () => {
        const source = await sourceOf(originalKey(storeId, mediaId));
        await spendOnVariant(storeId, ip);
        return makeVariant(key, source, asked, jobFile);
      });
  if (stored.bytes) return { headers: headersOf(asked, stored), body: stored.bytes };
  // A relative URL, because the function does not know the CDN's host.
  return { status: 302, headers: { ...headersOf(asked, {}), location: `../../${key}` } };
}

/** The bytes of an original; throws unless it is a picture of a supported size. */
async function sourceOf(original: string): Promise<Buffer> {
  const source = await readObject(env("MEDIA_BUCKET"), original);
  if (!source || source === "unchanged") throw pictureNotFound();
  const isPicture = source.contentType.startsWith("image/");
  if (!isPicture || source.size > MAX_ORIGINAL_BYTES) {
    source.discard();
    const why = isPicture
      ? "the picture is larger than 10 MB"
      : `the file is ${source.contentType} and no picture`;
    throw MEDIA.INVALID_TRANSFORMATION({ why });
  }
  return source.bytes();
}

/** Limits new variants per IP address and store, because anybody may request any width. */
async function spendOnVariant(storeId: string, ip: string): Promise<void> {
  // Loaded only when a variant is made, so that stored ones are served sooner.
  const { spendBudget } = await import("#core/budget.ts");
  const ctx = { now: () => Math.floor(Date.now() / 1000) };
  await spendBudget(ctx, "variants_per_ip", ipNetwork(ip), PER_IP);
  await spendBudget(ctx, "variants_per_store", storeId, PER_STORE);
}

async function makeVariant(
  key: string,
  source: Buffer,
  asked: Transformation,
  jobFile: URL,
): Promise<Variant> {
  const { bytes, mime } = await transformInProcess(jobFile, { bytes: source, asked }).catch(
    (error: unknown) => {
      throw error instanceof PictureError ? MEDIA.INVALID_TRANSFORMATION({ why: error.message }) : error;
    },
  );
  const bucket = env("VARIANTS_BUCKET");
  const headers = { contentType: mime, cacheControl: CACHE_CONTROL };
  const put = await putObject(bucket, key, bytes, { ...headers, onlyNew: true });
  if (put) return { etag: put.etag, mime, bytes: bytesIfFitting(bytes) };
  // Another process stored this variant first, so all answers show that one.
  const first = await readObject(bucket, key);
  if (!first || first === "unchanged") throw new Error(`${key} is there and cannot be read.`);
  return storedVariant(first);
}

function pictureNotFound(): Error {
  return new ApiError(GENERAL.NOT_FOUND.code, 404, "There is no picture at this address.");
}

/** Concurrent requests for a variant share one run. */
function shareRun(key: string, run: () => Promise<Variant>): Promise<Variant> {
  const running = runningVariants.get(key) ?? run().finally(() => runningVariants.delete(key));
  runningVariants.set(key, running);
  return running;
}

async function storedVariant(object: ReadObject): Promise<Variant> {
  const { etag, contentType: mime } = object;
  if (object.size <= MAX_ANSWER_BYTES) return { etag, mime, bytes: await object.bytes() };
  object.discard();
  return { etag, mime, bytes: undefined };
}

function bytesIfFitting(bytes: Buffer): Buffer | undefined {
  return bytes.length <= MAX_ANSWER_BYTES ? bytes : undefined;
}

function headersOf({ parameters }: Transformation, { etag, mime }: Partial<Variant>): Record<string, string> {
  return {
    ...(mime === undefined ? {} : { "content-type": mime }),
    ...(etag ? { etag } : {}),
    "cache-control": CACHE_CONTROL,
    ...(parameters.format ? {} : { vary: "accept" }),
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "access-control-allow-origin": "*",
  };
}
