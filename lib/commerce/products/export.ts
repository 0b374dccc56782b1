import type { Context } from "#core/context.ts";
import { readLocations } from "#lib/commerce/locations/book.ts";
import { languageOf } from "#lib/tenancy/tenants/language.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { productName } from "./found-schema.ts";
import { csvHeading, csvLines, jsonLine } from "./rows.ts";
import { listProducts } from "./service.ts";

const PAGE = 50;
/** Characters after which an answer ends, and its cursor says where the next begins. */
const ENOUGH = 2_500_000;

/** Products in the form that an import takes, oldest first; the cursor of a further page is null at the end. */
export async function exportProducts(
  ctx: Context,
  storeId: string,
  { format = "jsonl", cursor: from }: { format?: "jsonl" | "csv" | undefined; cursor?: string | undefined },
): Promise<{ format: "jsonl" | "csv"; text: string; cursor: string | null }> {
  const [tenant, locations] = await Promise.all([getTenant(ctx, storeId), readLocations(storeId)]);
  const markets = (tenant.configs.markets ?? []).map(({ id, key }) => key ?? id);
  const language = languageOf(tenant);
  const keys = locations.map(({ key }) => key);
  let text = format === "csv" && !from ? csvHeading(markets, keys) : "";
  let cursor: string | null = from ?? null;
  do {
    const query = { limit: PAGE, sort_direction: "asc" as const, ...(cursor ? { cursor } : {}) };
    const page = await listProducts(ctx, storeId, query);
    for (const product of page.items) {
      text +=
        format === "csv"
          ? csvLines(product, productName(product, language), markets, locations).join("")
          : `${jsonLine(product)}\n`;
    }
    cursor = page.cursor;
  } while (cursor && text.length < ENOUGH);
  return { format, text, cursor };
}

/** The same as an answer: a file, and in `x-next-cursor` where the next begins. */
export async function exportReply(
  ctx: Context,
  storeId: string,
  query: Parameters<typeof exportProducts>[2],
) {
  const { format, text, cursor } = await exportProducts(ctx, storeId, query);
  return {
    headers: {
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "content-disposition": `attachment; filename="products.${format}"`,
      "cache-control": "no-store",
      ...(cursor ? { "x-next-cursor": cursor } : {}),
    },
    body: text,
  };
}
