import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, NoSuchKey, NotFound, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { CONTENT_SECURITY_POLICY, canonical } from "#lib/content/media/edge.ts";
import type { Mount } from "./gateway.ts";
import type { LambdaFunction } from "./handlers.ts";
import { type GatewayRequest, httpEvent } from "./http-event.ts";
import { sendError, sendResult } from "./reply.ts";
import { readBody } from "./request-body.ts";

interface MediaOptions {
  s3: S3Client;
  /** Names of the buckets with the original files and with their resized variants. */
  originals: string;
  variants: string;
  /** The function that resizes pictures; without it, parameters of a size are ignored. */
  transform: LambdaFunction | undefined;
}

const MEDIA_PATH = "/media";

/** Serves files from the buckets as the CDN does. `transform` answers requests for a resized picture. */
export function mediaMount({ s3, originals, variants, transform }: MediaOptions): Mount {
  return async (request, incoming, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const viewed = request.path.slice(MEDIA_PATH.length);
    const isVariant = viewed.startsWith("/variants/");
    const edgeRequest = runAtEdge({ ...request, path: viewed }, incoming);
    if (transform && !isVariant && edgeRequest.path.startsWith("/transform/")) {
      const event = httpEvent(edgeRequest, incoming, "$default", undefined, undefined);
      event.headers.accept = edgeRequest.accept;
      sendResult(response, request.requestId, await transform.invoke(event, request.requestId));
      return true;
    }
    const Bucket = isVariant ? variants : originals;
    const path = isVariant ? viewed : edgeRequest.path;
    const { range, "if-none-match": known } = incoming.headers;
    try {
      const object = await s3.send(new GetObjectCommand({ Bucket, Key: path.slice(1), Range: range }));
      const unchanged = known !== undefined && known === object.ETag;
      response.writeHead(unchanged ? 304 : object.ContentRange ? 206 : 200, objectHeaders(object));
      if (unchanged || request.method === "HEAD" || !object.Body) response.end();
      else await pipeline(object.Body.transformToWebStream(), response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else if (error instanceof NoSuchKey || error instanceof NotFound)
        sendError(response, request.requestId, 404, "GENERAL.NOT_FOUND", "There is no file at this address.");
      else if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) {
        sendError(response, request.requestId, 416, "GENERAL.BAD_REQUEST", "The range is outside the file.");
      } else throw error;
    }
    return true;
  };
}

/** Runs the deployed CloudFront function on a request. */
function runAtEdge(request: GatewayRequest, incoming: IncomingMessage): GatewayRequest & { accept: string } {
  const querystring: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const pair of request.query.split("&").filter(Boolean)) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=");
    const before = querystring[name];
    querystring[name] = { value, multiValue: [...(before?.multiValue ?? []), { value }] };
  }
  const { accept: sentAccept } = incoming.headers;
  const headers: Record<string, { value: string }> = sentAccept ? { accept: { value: sentAccept } } : {};
  const edge = canonical({ request: { uri: request.path, querystring, headers } });
  const accept = edge.headers.accept?.value ?? "*/*";
  return { ...request, path: edge.uri, query: String(edge.querystring), accept };
}

/** Serves functions that have a URL of their own, at `/_url/<kebab id>/<path>`. */
export function urlMount(functions: ReadonlyMap<string, LambdaFunction>): Mount {
  return async (request, incoming, response) => {
    const [, name = ""] = request.segments;
    const target = functions.get(name);
    if (!target) return false;
    const body = await readBody(incoming);
    if (body === "too large") {
      sendError(response, request.requestId, 413, "GENERAL.PAYLOAD_TOO_LARGE", "The request is too large.");
      return true;
    }
    const path = request.path.slice(`/_url/${name}`.length) || "/";
    const event = httpEvent({ ...request, path }, incoming, "$default", undefined, body);
    sendResult(response, request.requestId, await target.invoke(event, request.requestId));
    return true;
  };
}

interface ObjectMetadata {
  ContentType?: string;
  ContentLength?: number;
  ContentRange?: string;
  ContentDisposition?: string;
  CacheControl?: string;
  ETag?: string;
  LastModified?: Date;
}

function objectHeaders(object: ObjectMetadata): Record<string, string | number> {
  return {
    "content-type": object.ContentType ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "access-control-allow-origin": "*",
    "accept-ranges": "bytes",
    ...(object.ContentLength !== undefined && { "content-length": object.ContentLength }),
    ...(object.ContentRange && { "content-range": object.ContentRange }),
    ...(object.ContentDisposition && { "content-disposition": object.ContentDisposition }),
    ...(object.CacheControl && { "cache-control": object.CacheControl }),
    ...(object.ETag && { etag: object.ETag }),
    ...(object.LastModified && { "last-modified": object.LastModified.toUTCString() }),
  };
}
