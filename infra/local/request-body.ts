import type { IncomingMessage } from "node:http";

/** Bytes that an HTTP API takes. */
const MAX_REQUEST = 10 * 1024 * 1024;
/** Bytes that Lambda takes as one event. */
export const MAX_EVENT = 6 * 1024 * 1024;
/** Bytes that the rest of an event needs at most, beside the body. */
const ENVELOPE = 16 * 1024;

/**
 * Reads the body of a request.
 *
 * @returns the bytes, `undefined` when there are none, or `"too large"`
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if ((length === undefined || length === "0") && encoding === undefined) return Promise.resolve(undefined);
  if (Number(length) > MAX_REQUEST) return Promise.resolve("too large");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_REQUEST) chunks.push(chunk);
      else resolve("too large");
    });
    incoming.once("end", () =>
      resolve(chunks.length === 1 ? chunks[0] : size ? Buffer.concat(chunks) : undefined),
    );
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("The caller went away.")));
  });
}

/** Whether an event with this body is more than Lambda takes: text grows by its escapes, bytes by base64. */
export function fitsEvent(body: string | undefined): boolean {
  if (body === undefined || body.length * 6 + ENVELOPE <= MAX_EVENT) return true;
  return Buffer.byteLength(JSON.stringify(body)) + ENVELOPE <= MAX_EVENT;
}
