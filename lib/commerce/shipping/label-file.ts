import * as z from "zod";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import type { RawReply } from "#core/http/reply.ts";
import { outboundFetch } from "#core/outbound.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { putObject, readRange } from "#core/storage.ts";
import { labelKey } from "#lib/commerce/orders/parcels.ts";
import type { Label } from "./port.ts";

const TOKEN_PURPOSE = "shipping-label";
const LabelRef = z.tuple([z.string(), z.string()]);
const MAX_BYTES = 5 * 1024 * 1024;

/** Stores a label in the store's own bucket. Returns the URL that opens it. */
export async function storeLabel(storeId: string, shipmentId: string, { file }: Label): Promise<string> {
  const bytes = "bytes" in file ? file.bytes : await fetchLabel(file.url);
  await putObject(env("MEDIA_BUCKET"), labelKey(storeId, shipmentId), bytes, {
    contentType: "application/pdf",
  });
  const token = await sealToken(TOKEN_PURPOSE, [storeId, shipmentId]);
  return `${env("PUBLIC_URL")}/v1/labels/${token}`;
}

/** Whoever has the URL of a label may print it. */
export async function getLabel(token: string): Promise<RawReply> {
  const named = await openToken(TOKEN_PURPOSE, token, LabelRef);
  if (!named) throw GENERAL.NOT_FOUND();
  const key = labelKey(...named);
  const body = await readRange(env("MEDIA_BUCKET"), key, 0, MAX_BYTES - 1).catch(() => undefined);
  if (!body) throw GENERAL.NOT_FOUND();
  return {
    headers: { "content-type": "application/pdf", "cache-control": "private, no-store" },
    body,
  };
}

async function fetchLabel(url: string): Promise<Uint8Array> {
  const reply = await outboundFetch(url, { timeoutMs: 10_000, maxBytes: MAX_BYTES, redirects: 3 });
  if (reply.status !== 200) throw new Error(`The label could not be fetched: ${reply.status}.`);
  return reply.bytes();
}
