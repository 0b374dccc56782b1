import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL, invalidField } from "#core/errors.ts";
import { isObject } from "#core/is-object.ts";
import { hash } from "#core/seal.ts";
import { namesByLanguage, textIn } from "#lib/content/blocks/names-schema.ts";
import { BlockInputs } from "#lib/content/blocks/schema.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { createMedia } from "#lib/content/media/uploads.ts";
import { mediaUrlsInRow, nameInRow } from "./import-rows.ts";
import { importedMedia } from "./import-table.ts";
import type { CreateProduct, Product } from "./schema.ts";

/** Most pictures that an import downloads for one row, because each takes time. */
const MAX_URLS = 20;

/** The blocks of an imported product: the row's or else the known ones, with the row's name and pictures. */
export async function blocksOf(
  ctx: Context,
  storeId: string,
  row: unknown,
  { key, blocks: sent }: CreateProduct,
  known: Product | undefined,
  language: string,
): Promise<CreateProduct["blocks"]> {
  const [name, urls] = [nameInRow(row), mediaUrlsInRow(row)];
  const old = BlockInputs.parse(known?.blocks ?? []);
  const keepsName = name === undefined || (known && shownName(sent ?? old, key, language) === name);
  if (keepsName && urls.length === 0) return sent;
  const blocks = keepsName ? (sent ?? old) : setName(sent ?? old, name, language);
  if (urls.length === 0) return blocks;
  if (urls.length > MAX_URLS) throw invalidField("media_urls", `may name ${MAX_URLS} pictures at most`);
  const value: string[] = [];
  for (const url of urls) value.push(`media:${await importPicture(ctx, storeId, url)}`);
  return [
    ...blocks.filter((block) => block.key !== "pictures"),
    { key: "pictures", type: "RELATIONSHIP_MEDIA", value },
  ];
}

type Blocks = z.output<typeof BlockInputs>;

// The name that an export writes.
function shownName(blocks: Blocks, key: string, language: string): string {
  return textIn(namesByLanguage(blockValues(blocks)), [language]) ?? key;
}

/** Sets the name in one language and leaves the others unchanged. */
function setName(blocks: Blocks, name: string, language: string): Blocks {
  const at = ["name", "title"]
    .map((wanted) => blocks.findIndex(({ key }) => key === wanted))
    .find(
      (index) =>
        index >= 0 && Object.keys(namesByLanguage(blockValues(blocks.slice(index, index + 1)))).length > 0,
    );
  const block = at === undefined ? undefined : blocks[at];
  const [first, ...rest] = blockValues(block ? [block] : [])[0]?.value ?? [];
  if (at === undefined || !block) {
    const others = blocks.filter(({ key }) => key !== "name");
    return [...others, { key: "name", type: "TEXT", value: [name] }];
  }
  const own = isObject(first) ? { ...first, [languageKey(first, language)]: name } : name;
  return blocks.with(at, { ...block, value: [own, ...rest] });
}

// The key that the texts already use for the language.
function languageKey(texts: object, language: string): string {
  const keys = Object.keys(texts);
  const [primary] = language.toLowerCase().split("-");
  return (
    keys.find((key) => key.toLowerCase() === language.toLowerCase()) ??
    keys.find((key) => key === primary) ??
    language
  );
}

function blockValues(blocks: Blocks): { key: string; value: unknown[] }[] {
  return blocks.map(({ key, value }) => ({ key, value: Array.isArray(value) ? value : [] }));
}

/** Imports a picture; an error names the field `media_urls`. */
async function importPicture(ctx: Context, storeId: string, url: string): Promise<string> {
  try {
    return await findOrCreateMedia(ctx, storeId, url);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, status, message } = error;
    const validationErrors = [{ field: "media_urls", message, error: code }];
    throw new ApiError(code, status, message, { validationErrors });
  }
}

async function findOrCreateMedia(ctx: Context, storeId: string, url: string): Promise<string> {
  const url_hash = hash(url);
  const known = await importedMedia.find({ store_id: storeId, url_hash });
  if (known && (await findMedia(storeId, [known.media_id])).length > 0) return known.media_id;
  const [media] = await createMedia(ctx, storeId, [{ url }]);
  if (!media) throw GENERAL.BAD_REQUEST({ message: `${url.slice(0, 100)} gave no file.` });
  await transact(ctx, [importedMedia.put({ store_id: storeId, url_hash, media_id: media.id })]);
  return media.id;
}
