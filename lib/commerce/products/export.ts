import type { Context } from "#core/context.ts";
import { env } from "#core/env.ts";
import type { RawReply } from "#core/http/reply.ts";
import { newId } from "#core/id.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { putStream, signGet } from "#core/storage-uploads.ts";
import { readLocations } from "#lib/commerce/locations/location-book.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { getTenant, languageOf } from "#lib/tenancy/tenants/service.ts";
import { csvHeading, csvLines, jsonLine } from "./import-rows.ts";
import { listProducts, productName } from "./service.ts";

const PAGE_SIZE = 50;
/** Characters that fit into an answer; a larger file is stored, and the answer redirects to it. */
const MAX_ANSWER_LENGTH = 2_500_000;
/** Milliseconds after which a file ends with a cursor for the next, well within the function's time limit. */
const RUN_MS = 20_000;
const LINK_SECONDS = 900;

type Format = "csv" | "jsonl";
interface ExportRequest {
  format?: Format | undefined;
  cursor?: string | undefined;
}
interface ExportPiece {
  text: string;
  /** Cursor at which the next piece begins; null after the last piece. */
  cursor: string | null;
}

const MIME_TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson" } as const;

/**
 * Exports products in the format of an import, oldest first. A file that is too large for an answer is
 * stored, and the answer redirects to it; `x-next-cursor` names where the next file begins.
 */
export async function exportProducts(
  ctx: Context,
  storeId: string,
  { format = "jsonl", cursor }: ExportRequest,
  maxLength = MAX_ANSWER_LENGTH,
): Promise<RawReply> {
  const pieces = piecesOf(ctx, storeId, format, cursor);
  const first = await gatherPieces(pieces, maxLength);
  const headers = {
    "content-type": MIME_TYPES[format],
    "content-disposition": `attachment; filename="products.${format}"`,
    "cache-control": "no-store",
  };
  if (first.cursor === null) return { headers, body: first.text };
  const { key, next } = await storeFile(storeId, format, first, pieces);
  const location = await signGet(env("MEDIA_BUCKET"), key, LINK_SECONDS);
  const further: [string, string][] = next === null ? [] : [["x-next-cursor", next]];
  const redirectHeaders = { location, "cache-control": "no-store", ...Object.fromEntries(further) };
  return { status: 303, headers: redirectHeaders };
}

async function* piecesOf(
  ctx: Context,
  storeId: string,
  format: Format,
  from: string | undefined,
): AsyncGenerator<ExportPiece, undefined> {
  const [tenant, locations] = await sideBySide([getTenant(ctx, storeId), readLocations(storeId)]);
  const markets = (tenant.configs.markets ?? []).map(({ id, key }) => key ?? id);
  const language = languageOf(tenant);
  const keys = locations.map(({ key }) => key);
  let heading = format === "csv" && !from ? csvHeading(markets, keys) : "";
  let cursor: string | null = from ?? null;
  do {
    const query = { limit: PAGE_SIZE, sort_direction: "asc" as const, ...(cursor ? { cursor } : {}) };
    const page = await listProducts(ctx, storeId, query);
    const lines = page.items.flatMap((product) =>
      format === "csv"
        ? csvLines(product, productName(product, [language]), markets, locations)
        : `${jsonLine(product, locations)}\n`,
    );
    cursor = page.cursor;
    yield { text: heading + lines.join(""), cursor };
    heading = "";
  } while (cursor);
}

async function gatherPieces(
  pieces: AsyncGenerator<ExportPiece, undefined>,
  maxLength: number,
): Promise<ExportPiece> {
  let text = "";
  for (;;) {
    const { value } = await pieces.next();
    text += value?.text ?? "";
    const cursor = value?.cursor ?? null;
    if (cursor === null || text.length >= maxLength) return { text, cursor };
  }
}

// Stored among the uploads, which are deleted after two days.
async function storeFile(
  storeId: string,
  format: Format,
  first: ExportPiece,
  pieces: AsyncGenerator<ExportPiece, undefined>,
): Promise<{ key: string; next: string | null }> {
  const until = Date.now() + RUN_MS;
  const key = incomingKey(storeId, newId("exp"));
  let next = first.cursor;
  const bytes = async function* () {
    yield Buffer.from(first.text);
    while (next !== null && Date.now() < until) {
      const { value } = await pieces.next();
      next = value?.cursor ?? null;
      yield Buffer.from(value?.text ?? "");
    }
  };
  await putStream(env("MEDIA_BUCKET"), key, bytes(), {
    contentType: MIME_TYPES[format],
    contentDisposition: `attachment; filename="products.${format}"`,
  });
  return { key, next };
}
