import { parse } from "csv-parse/sync";
import { nearest } from "#core/nearest.ts";
import { isObject } from "#lib/content/blocks/place.ts";
import { toldWith } from "./import-faults.ts";
import type { Fault, Import } from "./import-schema.ts";
import { COLUMNS, type Row } from "./rows.ts";
import { CreateProduct, VariantInput } from "./schema.ts";

/** Names that are told of a file. */
const MAX_NAMES = 20;
const MAX_LENGTH = 64;

/** What a file says under names that an import does not know: it is passed over, and told of. */
export function unknownNames(format: Import["format"], text: string, rows: readonly Row[]): Fault[] {
  return format === "csv" ? unknownColumns(text) : unknownFields(rows);
}

function unknownColumns(text: string): Fault[] {
  const [names = []]: string[][] = parse(text, { to: 1, bom: true, trim: true, skip_empty_lines: true });
  // A price before a reduction is one beside the price.
  const alone = names.filter(
    (name) => name.startsWith("compare_at:") && !names.includes(name.replace("compare_at", "price")),
  );
  const known = [...COLUMNS, "price:", "compare_at:", "stock:"];
  const faults = names.flatMap((name, at) => {
    if (name === "") return [];
    if (names.indexOf(name) < at) return [faultOf(1, null, name, "stands twice: the last one counts")];
    if (alone.includes(name)) return [faultOf(1, null, name, "needs the price of this market beside it")];
    const isKnown = COLUMNS.some((each) => each === name) || /^(price|compare_at|stock):./.test(name);
    return isKnown ? [] : [faultOf(1, null, name, `is no column of an import${hintOf(name, known)}`)];
  });
  return toldWith([], faults.slice(0, MAX_NAMES));
}

function unknownFields(rows: readonly Row[]): Fault[] {
  const ofProducts = [...Object.keys(CreateProduct.shape), "name", "media_urls"];
  const ofVariants = Object.keys(VariantInput.shape);
  const faults = rows.flatMap(({ line, key, product }) => {
    if (!isObject(product)) return [];
    const variants = Array.isArray(product.variants) ? product.variants : [];
    const names = [
      ...strangersIn(product, ofProducts).map((name) => [name, ofProducts] as const),
      ...variants
        .filter(isObject)
        .flatMap((variant) => strangersIn(variant, ofVariants))
        .map((name) => [`variants.${name}`, ofVariants] as const),
    ];
    return [...new Map(names)].map(([name, known]) =>
      faultOf(line, key, name, `is no field of a product${hintOf(name.replace("variants.", ""), known)}`),
    );
  });
  return toldWith([], faults).slice(0, MAX_NAMES);
}

function strangersIn(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((name) => !known.includes(name));
}

function faultOf(line: number, key: string | null, name: string, message: string): Fault {
  const field = [...name.toWellFormed()].slice(0, MAX_LENGTH).join("");
  return { line, lines: [line], count: 1, key, field, error: "FIELD.UNKNOWN", message };
}

function hintOf(name: string, known: readonly string[]): string {
  // What stands behind the colon is a key of the store's own.
  const [first, ...own] = name.split(":");
  const [like] = nearest(own.length > 0 ? `${first}:` : name, known);
  return like === undefined ? "" : `. Did you mean ${like}${like.endsWith(":") ? own.join(":") : ""}?`;
}
