import { intentKey } from "@storefront-backend/client";
import { read, write } from "#console/shared/api/call.ts";
import { ApiError, type FieldFault, InvalidForm, isConflict } from "#console/shared/api/errors.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { isSame, type Values } from "#console/shared/form/merge.ts";
import { PartlySaved, type SaveRequest } from "#console/shared/form/record-form.ts";
import { forEachConcurrent } from "#console/shared/list/for-each-concurrent.ts";
import { mediaIdOf, type Picture, pictureBlock } from "../content.ts";
import { type ProductRequest, productRequest } from "./body.ts";
import { faultsIn, fieldOf } from "./faults.ts";
import { t } from "./texts.ts";
import { alt, type Catalog, type Product, rowsIn, stock, valuesOf } from "./values.ts";

interface SaveContext extends Catalog {
  store: string;
  /** The known media files by id. */
  media: ReadonlyMap<string, Picture>;
}

/** Saves the pictures' texts, then the product, then its stock. */
export async function saveProduct(
  { values, base, key }: SaveRequest<Product>,
  context: SaveContext,
): Promise<Product | PartlySaved<Product>> {
  const faults = faultsIn(values, base, context);
  if (faults.length > 0) throw new InvalidForm(faults);
  const media = await saveTexts(values, context);
  const product = withPictures(await writeProduct(values, base, key, context), media);
  return base ? saveStock(values, base, product, context) : product;
}

/** Replaces media ids by the known records, because the API answers a write with ids only. */
function withPictures(product: Product, media: SaveContext["media"]): Product {
  const texts = pictureBlock(product.blocks);
  const fill = (value: unknown) => media.get(mediaIdOf(value)) ?? value;
  const blocks = product.blocks.map((each) =>
    each === texts ? { ...each, value: each.value.map(fill) } : each,
  );
  return { ...product, blocks };
}

/** Saves the alt texts of the pictures, and returns the media records with the new texts. */
async function saveTexts(
  values: Values,
  { store, media, languages }: SaveContext,
): Promise<SaveContext["media"]> {
  const shown: unknown[] = Array.isArray(values.pictures) ? values.pictures : [];
  const now = new Map(media);
  await forEachConcurrent(
    [...media.values()].filter(({ id }) => shown.includes(id)),
    async (file) => {
      const typed = languages.flatMap((each) => {
        const text = values[alt(file.id, each)];
        return typeof text === "string" ? [[each, text.trim()] as const] : [];
      });
      const all = Object.entries({ ...file.alt, ...Object.fromEntries(typed) });
      const texts = Object.fromEntries(all.filter(([, text]) => text));
      if (isSame(texts, file.alt)) return;
      await write("updateMedia", store, { mediaId: file.id }, { alt: texts }, intentKey());
      now.set(file.id, { ...file, alt: texts });
    },
  );
  return now;
}

async function writeProduct(
  values: Values,
  base: Product | undefined,
  key: string,
  context: SaveContext,
): Promise<Product> {
  const request = productRequest(values, base, context);
  const { store } = context;
  if (!base)
    return withFormFaults(request, () => write("createProduct", store, {}, request.body as never, key));
  if (Object.keys(request.body).length === 0) return base;
  const { body } = request;
  const archived = new Set<string>();
  for (;;) {
    const variants = body.variants?.map((each) =>
      each.delete && archived.has(each.id ?? "")
        ? { id: each.id ?? null, status: "archived" as const }
        : each,
    );
    const sent = { ...body, ...(variants ? { variants } : {}), version: base.version };
    try {
      return await write("updateProduct", store, { productId: base.id }, sent, key);
    } catch (error) {
      const ordered = orderedVariant(error, body, archived);
      if (!ordered) throw toFormFaults(error, request);
      archived.add(ordered);
    }
  }
}

/** The id of a variant that the API refused to delete because it was ordered; the product does not show that. */
function orderedVariant(error: unknown, { variants }: ProductRequest["body"], archived: ReadonlySet<string>) {
  if (!(error instanceof ApiError) || error.code !== "PRODUCT.FAILED_UPDATE") return undefined;
  const drops =
    variants?.flatMap(({ id, delete: goes }) => (goes && id && !archived.has(id) ? [id] : [])) ?? [];
  return drops.find((id) => error.message.includes(id));
}

async function withFormFaults<T>(request: ProductRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toFormFaults(error, request);
  }
}

/** Moves the faults of the API's error to the fields of the form. */
function toFormFaults(error: unknown, request: ProductRequest): unknown {
  if (error instanceof ApiError)
    error.faults = error.faults.map(({ field, message }) => ({ field: fieldOf(field, request), message }));
  return error;
}

/** Sends each changed stock with the number that was shown. The API refuses if a sale changed the stock meanwhile. */
async function saveStock(
  values: Values,
  base: Product,
  product: Product,
  context: SaveContext,
): Promise<Product | PartlySaved<Product>> {
  const before = valuesOf(base, context);
  const changes = rowsIn(values, base, context).rows.flatMap(({ id, variant }) =>
    variant ? stockChanges(id, values, before, context) : [],
  );
  if (changes.length === 0) return product;
  const refused: FieldFault[] = [];
  await forEachConcurrent(changes, async ({ name, change }) => {
    try {
      await write("changeInventory", context.store, { productId: base.id }, change, intentKey());
    } catch (error) {
      refused.push({ field: name, message: isConflict(error) ? "" : String(Object(error).message) });
    }
  });
  const now = await read("getProduct", context.store, { productId: base.id }, { hydrate: "true" } as never);
  const numbers = valuesOf(now, context);
  const faults = refused.map(({ field, message }) => ({
    field,
    message: message || t.stockMoved(String(numbers[field] ?? 0)),
  }));
  return faults.length > 0 ? new PartlySaved(now, faults) : now;
}

interface StockChange {
  /** The form field. */
  name: string;
  change: Schemas["ChangeInventory"];
}

/** The requests for a variant's stock: one for each changed number, or one that ends counting. */
function stockChanges(row: string, values: Values, before: Values, { locations }: Catalog): StockChange[] {
  const cells = locations.map(({ id }) => ({ location: id, name: stock(row, id) }));
  const isEnd = cells.every(({ name }) => values[name] === null);
  if (isEnd && cells.some(({ name }) => before[name] !== null))
    return [{ name: cells[0]?.name ?? "", change: { variant_id: row, counted: false } }];
  return cells.flatMap(({ location, name }) => {
    const available = values[name];
    if (typeof available !== "number" || available === before[name]) return [];
    return [{ name, change: stockInput(row, location, available, Number(before[name] ?? 0)) }];
  });
}

function stockInput(variant_id: string, location_id: string, available: number, expected: number) {
  return { variant_id, location_id, available, expected };
}
