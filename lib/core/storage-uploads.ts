import { Readable } from "node:stream";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { requirePermission } from "#core/required-permissions.ts";
import { type ObjectHeaders, s3Headers, storage } from "./storage.ts";

/** Least bytes of every part but the last: a limit of S3. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Stores a stream of unknown length in parts. A stream that fails leaves nothing. */
export async function putStream(
  bucket: string,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  headers: ObjectHeaders,
): Promise<void> {
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 });
  const upload = new Upload({
    client: storage(),
    params: { Bucket: bucket, Key: key, Body: body, ...s3Headers(headers) },
    partSize: MIN_PART_BYTES,
    queueSize: 1,
    leavePartsOnError: false,
  });
  await upload.done();
}

/** A form that lets anybody who has it upload one file straight into a bucket. */
interface PostForm {
  url: string;
  fields: Record<string, string>;
}

/**
 * Signs a form for one object of exactly this size and type.
 *
 * @param seconds for which an upload may begin
 */
export async function signPost(
  bucket: string,
  key: string,
  { size, contentType, seconds }: { size: number; contentType: string; seconds: number },
): Promise<PostForm> {
  requirePermission("s3:PutObject", bucket);
  return createPresignedPost(storage(), {
    Bucket: bucket,
    Key: key,
    Fields: { "Content-Type": contentType },
    Conditions: [
      ["content-length-range", size, size],
      ["eq", "$Content-Type", contentType],
    ],
    Expires: seconds,
  });
}

/**
 * Signs a URL with which anybody can fetch an object.
 *
 * @param seconds for which it is valid
 */
export function signGet(bucket: string, key: string, seconds: number): Promise<string> {
  requirePermission("s3:GetObject", bucket);
  return getSignedUrl(storage(), new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: seconds });
}
