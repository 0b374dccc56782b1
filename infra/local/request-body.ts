import type { IncomingMessage } from "node:http";

/** API Gateway's limit for a request body, in bytes. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
/** Lambda's limit for an event, in bytes. */
export const MAX_EVENT_BYTES = 6 * 1024 * 1024;
/** The most bytes that an event needs beside the body. */
const ENVELOPE_BYTES = 16 * 1024;

/**
 * Reads a body to its end also where it is too large: an answer before that would close the connection of a caller that
 * still sends, who may then never see it. A declared length that is too large is known before a byte is read.
 *
 * @returns the bytes, `undefined` without a body, or `"too large"`
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if ((length === undefined || length === "0") && encoding === undefined) return Promise.resolve(undefined);
  if (Number(length) > MAX_REQUEST_BYTES) return Promise.resolve("too large");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.once("end", () => {
      if (size > MAX_REQUEST_BYTES) resolve("too large");
      else resolve(chunks.length === 1 ? chunks[0] : size ? Buffer.concat(chunks) : undefined);
    });
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("The caller went away.")));
  });
}

/** Whether Lambda accepts an event with this body. Its escapes in JSON count too. */
export function fitsEvent(body: string | undefined): boolean {
  if (body === undefined || body.length * 6 + ENVELOPE_BYTES <= MAX_EVENT_BYTES) return true;
  return Buffer.byteLength(JSON.stringify(body)) + ENVELOPE_BYTES <= MAX_EVENT_BYTES;
}
