import { intentKey } from "@storefront-backend/client";
import { read, write } from "#console/shared/api/call.ts";
import { ApiError, type FieldFault, isConflict, Unfit } from "#console/shared/api/errors.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { same, type Values } from "#console/shared/form/merge.ts";
import { PartlySaved, type SaveRequest } from "#console/shared/form/record-form.ts";
import { fourAtOnce } from "#console/shared/list/four-at-once.ts";
import { mediaIdOf, type Picture, picturesIn } from "../content.ts";
import { type Sending, sendingOf } from "./body.ts";
import { faultsIn, fieldOf } from "./faults.ts";
import { t } from "./texts.ts";
import { alt, type Product, rowsIn, type Setting, stock, valuesOf } from "./values.ts";

interface Place extends Setting {
  store: string;
  /** The known media files by id. */
  media: ReadonlyMap<string, Picture>;
}

/** Saves the pictures' texts, then the product, then its stock. */
export async function saveProduct(
  { values, base, key }: SaveRequest<Product>,
  place: Place,
): Promise<Product | PartlySaved<Product>> {
  const faults = faultsIn(values, base, place);
  if (faults.length > 0) throw new Unfit(faults);
  const media = await saveTexts(values, place);
  const product = refilled(await saveOwn(values, base, key, place), media);
  return base ? saveStock(values, base, product, place) : product;
}

/** A write answers with references, so its pictures are hydrated again. */
function refilled(product: Product, media: Place["media"]): Product {
  const own = picturesIn(product.blocks);
  const fill = (value: unknown) => media.get(mediaIdOf(value)) ?? value;
  const blocks = product.blocks.map((each) =>
    each === own ? { ...each, value: each.value.map(fill) } : each,
  );
  return { ...product, blocks };
}

/** Saves the alt texts of the pictures, and returns the files with them. */
async function saveTexts(values: Values, { store, media, languages }: Place): Promise<Place["media"]> {
  const shown: unknown[] = Array.isArray(values.pictures) ? values.pictures : [];
  const now = new Map(media);
  await fourAtOnce(
    [...media.values()].filter(({ id }) => shown.includes(id)),
    async (file) => {
      const own = languages.flatMap((each) => {
        const text = values[alt(file.id, each)];
        return typeof text === "string" ? [[each, text.trim()] as const] : [];
      });
      const all = Object.entries({ ...file.alt, ...Object.fromEntries(own) });
      const texts = Object.fromEntries(all.filter(([, text]) => text));
      if (same(texts, file.alt)) return;
      await write("updateMedia", store, { mediaId: file.id }, { alt: texts }, intentKey());
      now.set(file.id, { ...file, alt: texts });
    },
  );
  return now;
}

async function saveOwn(
  values: Values,
  base: Product | undefined,
  key: string,
  place: Place,
): Promise<Product> {
  const sending = sendingOf(values, base, place);
  const { store } = place;
  if (!base) return placed(sending, () => write("createProduct", store, {}, sending.body as never, key));
  if (Object.keys(sending.body).length === 0) return base;
  const { body } = sending;
  const kept = new Set<string>();
  for (;;) {
    const variants = body.variants?.map((each) =>
      each.delete && kept.has(each.id ?? "") ? { id: each.id ?? null, status: "archived" as const } : each,
    );
    const sent = { ...body, ...(variants ? { variants } : {}), version: base.version };
    try {
      return await write("updateProduct", store, { productId: base.id }, sent, key);
    } catch (error) {
      const ordered = orderedIn(error, body, kept);
      if (!ordered) throw inPlace(error, sending);
      kept.add(ordered);
    }
  }
}

/** The variant that the API refused to delete because it was ordered, which it alone knows of variants without counted stock. */
function orderedIn(error: unknown, { variants }: Sending["body"], kept: ReadonlySet<string>) {
  if (!(error instanceof ApiError) || error.code !== "PRODUCT.FAILED_UPDATE") return undefined;
  const drops = variants?.flatMap(({ id, delete: goes }) => (goes && id && !kept.has(id) ? [id] : [])) ?? [];
  return drops.find((id) => error.message.includes(id));
}

async function placed<T>(sending: Sending, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw inPlace(error, sending);
  }
}

/** Moves the faults of the API's error to the fields of the form. */
function inPlace(error: unknown, sending: Sending): unknown {
  if (error instanceof ApiError)
    error.faults = error.faults.map(({ field, message }) => ({ field: fieldOf(field, sending), message }));
  return error;
}

/** Saves each changed stock with the number that was shown: if a sale changed it meanwhile, the API refuses and the cell says so. */
async function saveStock(
  values: Values,
  base: Product,
  product: Product,
  place: Place,
): Promise<Product | PartlySaved<Product>> {
  const before = valuesOf(base, place);
  const changes = rowsIn(values, base, place).rows.flatMap(({ id, variant }) =>
    variant ? stockChanges(id, values, before, place) : [],
  );
  if (changes.length === 0) return product;
  const refused: FieldFault[] = [];
  await fourAtOnce(changes, async ({ name, change }) => {
    try {
      await write("changeInventory", place.store, { productId: base.id }, change, intentKey());
    } catch (error) {
      refused.push({ field: name, message: isConflict(error) ? "" : String(Object(error).message) });
    }
  });
  const now = await read("getProduct", place.store, { productId: base.id }, { hydrate: "true" } as never);
  const numbers = valuesOf(now, place);
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

/** The requests for a variant's stock: each changed number, or the end of counting. */
function stockChanges(row: string, values: Values, before: Values, { locations }: Setting): StockChange[] {
  const cells = locations.map(({ id }) => ({ location: id, name: stock(row, id) }));
  const isEnd = cells.every(({ name }) => values[name] === null);
  if (isEnd && cells.some(({ name }) => before[name] !== null))
    return [{ name: cells[0]?.name ?? "", change: { variant_id: row, counted: false } }];
  return cells.flatMap(({ location, name }) => {
    const available = values[name];
    if (typeof available !== "number" || available === before[name]) return [];
    return [{ name, change: levelOf(row, location, available, Number(before[name] ?? 0)) }];
  });
}

function levelOf(variant_id: string, location_id: string, available: number, expected: number) {
  return { variant_id, location_id, available, expected };
}
