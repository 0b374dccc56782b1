import type { Schemas } from "#console/shared/api/types.ts";
import { nameKeyOf } from "#console/shared/blocks.ts";
import type { Values } from "#console/shared/form/merge.ts";
import { isSame } from "#console/shared/form/merge.ts";
import { keyOf } from "#console/shared/slug.ts";
import { pictureBlock, withReferences } from "../content.ts";
import { type Option, optionValue, type Row } from "../options.ts";
import {
  type Catalog,
  compareAt,
  isTouched,
  optionsIn,
  type Product,
  price,
  rowsIn,
  sku,
  stock,
  valuesOf,
  weight,
} from "./values.ts";

type Body = Schemas["UpdateProduct"];
type Block = Schemas["BlockInput"];
type VariantInput = Schemas["VariantInput"];

/** The request that saves a product, and the row of each variant in it. */
export type ProductRequest = { body: Body; rows: readonly string[] };

/** The request with the changed fields, or all of a new product. It lacks the stock of stored variants. */
export function productRequest(
  values: Values,
  product: Product | undefined,
  setting: Catalog,
): ProductRequest {
  const before = valuesOf(product, setting);
  const isChanged = (...names: string[]) => names.some((name) => !isSame(values[name], before[name]));
  const { languages } = setting;
  const texts = (part: string) => languages.map((each) => `${part}:${each}`);
  const variants = variantRequests(values, before, product, setting);
  const body: Body = {
    ...(isChanged("key") ? { key: String(values.key).trim() } : {}),
    ...(isChanged("status") || !product ? { status: values.status as Product["status"] } : {}),
    ...(isChanged(...texts("slug")) ? { slug: slugsOf(values, product, languages) } : {}),
    ...(isChanged(...texts("name"), ...texts("description"), "pictures")
      ? { blocks: blocksOf(values, product, languages, isChanged) }
      : {}),
    ...(isChanged("categories") ? { taxonomies: categoryInputs(values.categories, product) } : {}),
    ...(variants.length > 0 ? { variants: variants.map(({ input }) => input) } : {}),
  };
  return { body, rows: variants.map(({ row }) => row) };
}

function slugsOf(values: Values, product: Product | undefined, languages: readonly string[]) {
  const own = languages.map((each) => [each, String(values[`slug:${each}`] ?? "").trim()]);
  const slugs = { ...product?.slug, ...Object.fromEntries(own) };
  return Object.fromEntries(Object.entries(slugs).filter(([, slug]) => slug)) as Record<string, string>;
}

export function categoryInputs(ids: unknown, product: Pick<Product, "taxonomies"> | undefined) {
  const taxonomyIds: string[] = Array.isArray(ids) ? ids.map(String) : [];
  return taxonomyIds.map(
    (taxonomy_id) =>
      product?.taxonomies.find((each) => each.taxonomy_id === taxonomy_id) ?? { taxonomy_id, fields: [] },
  );
}

function blocksOf(
  values: Values,
  product: Product | undefined,
  languages: readonly string[],
  isChanged: (...names: string[]) => boolean,
): Block[] {
  const blocks: Block[] = withReferences(product?.blocks ?? []);
  const put = (block: Block) => {
    const at = blocks.findIndex(({ key }) => key === block.key);
    blocks.splice(at < 0 ? blocks.length : at, 1, block);
  };
  const parts = [
    ["name", nameKeyOf(product?.blocks ?? []), "LOCALIZED_TEXT"],
    ["description", "description", "MARKDOWN"],
  ] as const;
  for (const [part, key, type] of parts) {
    if (!isChanged(...languages.map((each) => `${part}:${each}`))) continue;
    const own = blocks.find((each) => each.key === key) ?? { key, type };
    put({ ...own, value: [textOf(own, values, part, languages)] });
  }
  if (isChanged("pictures")) {
    const own = pictureBlock(product?.blocks ?? []);
    const ids = Array.isArray(values.pictures) ? values.pictures : [];
    const block = { key: own?.key ?? "pictures", type: "RELATIONSHIP_MEDIA" as const };
    put({ ...blocks.find(({ key }) => key === own?.key), ...block, value: ids.map((id) => `media:${id}`) });
  }
  return blocks;
}

/** The value of a text block: texts by language, or plain text if it was plain and the store has one language. */
function textOf({ value }: Block, values: Values, part: string, languages: readonly string[]): unknown {
  const stored: unknown = Array.isArray(value) ? value[0] : undefined;
  const own = Object.fromEntries(languages.map((each) => [each, String(values[`${part}:${each}`] ?? "")]));
  if (typeof stored === "string" && languages.length === 1) return own[languages[0] ?? ""];
  const others: Record<string, string> = typeof stored === "object" ? Object(stored) : {};
  return Object.fromEntries(
    Object.entries({ ...others, ...own }).filter(([name, text]) => text || name in others),
  );
}

type VariantRequest = { row: string; input: VariantInput };

// The API's faults name a variant by its position among all. So all are sent, in order, deleted ones last.
function variantRequests(
  values: Values,
  before: Values,
  product: Product | undefined,
  setting: Catalog,
): readonly VariantRequest[] {
  const { rows, removed } = rowsIn(values, product, setting);
  const inputs = new Map(rows.map((row) => [row.id, variantInput(row, values, before, product, setting)]));
  const remaining = (product?.variants ?? []).filter(({ id }) => !removed.some((each) => each.id === id));
  const dropped = removed.map(({ id }) => ({ row: id, input: removedVariantInput(id, product) }));
  const archived = dropped.filter(({ input }) => input.status);
  const sent = [
    ...remaining.map(({ id }) => ({ row: id, input: inputs.get(id) ?? { id } })),
    ...rows.flatMap(({ id, variant }) => (variant ? [] : [{ row: id, input: inputs.get(id) ?? {} }])),
    ...archived,
    ...dropped.filter((each) => !archived.includes(each)),
  ];
  return sent.some(({ input }) => Object.keys(input).some((name) => name !== "id")) ? sent : [];
}

/** A removed variant is archived if it was ordered, and deleted otherwise. */
function removedVariantInput(id: string, product: Product | undefined): VariantInput {
  return isOrdered(id, product) ? { id, status: "archived" } : { id, delete: true };
}

/** Whether the variant was ever ordered. False if its stock is not counted: only the API knows then. */
export function isOrdered(id: string, product: Product | undefined): boolean {
  const variant = product?.variants.find((each) => each.id === id);
  return variant?.inventory.some(({ ordered }) => ordered) ?? false;
}

function variantInput(
  row: Row,
  values: Values,
  before: Values,
  product: Product | undefined,
  setting: Catalog,
): VariantInput {
  const { id, variant } = row;
  const { markets, locations } = setting;
  const stored = product?.variants.find((each) => each.id === variant?.id);
  const priceNames = markets.flatMap(({ key }) => [price(id, key), compareAt(id, key)]);
  const isChanged = (...names: string[]) =>
    names.some((name) => (values[name] ?? null) !== (before[name] ?? null));
  const attributes = attributesOf(row, stored, product, values, setting);
  if (variant && !isTouched(row, [sku(id), weight(id), ...priceNames], values, before) && !attributes)
    return { id };
  const inventory = locations.flatMap((each) => {
    const available = values[stock(id, each.id)];
    return typeof available === "number" ? [{ location_id: each.id, available }] : [];
  });
  return {
    ...(variant ? { id } : {}),
    ...(variant && !variant.active ? { status: "active" as const } : {}),
    ...(isChanged(sku(id)) ? { sku: (values[sku(id)] ?? null) as string | null } : {}),
    ...(isChanged(weight(id)) ? { weight: (values[weight(id)] ?? null) as number | null } : {}),
    ...(isChanged(...priceNames) ? { prices: pricesOf(id, values, stored, setting) } : {}),
    ...(attributes ? { attributes } : {}),
    ...(!variant && inventory.length > 0 ? { inventory } : {}),
  };
}

/** All prices of a variant, which are stored as one list; prices of deleted markets stay. */
function pricesOf(
  row: string,
  values: Values,
  stored: Product["variants"][number] | undefined,
  { markets }: Catalog,
): NonNullable<VariantInput["prices"]> {
  const gone = (stored?.prices ?? []).filter(({ market }) => !markets.some(({ key }) => key === market));
  return [
    ...markets.flatMap(({ key }) => {
      const [amount, compare_at] = [values[price(row, key)], values[compareAt(row, key)]];
      if (typeof amount !== "number") return [];
      return [{ market: key, amount, compare_at: typeof compare_at === "number" ? compare_at : null }];
    }),
    ...gone,
  ];
}

/** The attributes of a row, its options last; undefined if none changed. */
function attributesOf(
  row: Row,
  stored: Product["variants"][number] | undefined,
  product: Product | undefined,
  values: Values,
  { languages }: Catalog,
): Block[] | undefined {
  const language = languages[0] ?? "en";
  const options = optionsIn(values).filter(({ id }) => row.values[id] !== undefined);
  const known = (product?.variants ?? []).flatMap(({ attributes }) => attributes);
  const made = options.map((option): Block => {
    const value = row.values[option.id] ?? "";
    const own = stored?.attributes.find(({ key }) => key === option.id);
    const sameValue = known.find((each) => each.key === option.id && optionValue(each, language) === value);
    const sameKey = known.find(({ key }) => key === option.id);
    const type = sameValue?.type ?? sameKey?.type ?? "TEXT";
    const plain = type === "LOCALIZED_TEXT" ? { [language]: value } : value;
    return {
      ...(own ? { id: own.id } : {}),
      key: sameKey ? option.id : attributeKey(option, optionsIn(values), known),
      type,
      properties: withLabel(sameKey?.properties ?? {}, option, sameKey?.key),
      value: sameValue?.value ?? [plain],
    };
  });
  const others = (stored?.attributes ?? []).filter((each) => optionValue(each, language) === undefined);
  const next: Block[] = [...others, ...made];
  return isSame(toComparable(next), toComparable(stored?.attributes ?? [])) ? undefined : next;
}

/** Attributes as sorted texts without ids, to compare them. */
function toComparable(attributes: readonly Block[]) {
  const each = attributes.map(({ key, type, properties = {}, value }) => [key, type, properties, value]);
  return each.map((one) => JSON.stringify(one)).sort();
}

/** Sets the option's name as the attribute's label, unless the name is the key or a stored label already. */
function withLabel(properties: Record<string, unknown>, { name }: Option, key: string | undefined) {
  const label: unknown = properties.label;
  if (name === key && label === undefined) return properties;
  if (typeof label === "object" && Object.values(Object(label)).includes(name)) return properties;
  return { ...properties, label: name };
}

function attributeKey(option: Option, options: readonly Option[], known: readonly { key: string }[]): string {
  const wantedKey = keyOf(option.name) || "option";
  const taken = new Set(known.map(({ key }) => key));
  const sameName = options.filter((each) => keyOf(each.name) === keyOf(option.name));
  const number = sameName.indexOf(option) + (taken.has(wantedKey) ? 1 : 0);
  return number > 0 ? `${wantedKey}-${number + 1}` : wantedKey;
}
