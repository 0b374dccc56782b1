import { closestNames } from "#core/closest-names.ts";
import type { CsvRow } from "#core/csv-rows.ts";
import { isObject } from "#core/is-object.ts";
import { addFaults } from "./import-faults.ts";
import { COLUMNS, type ImportRow } from "./import-rows.ts";
import type { Fault } from "./import-schema.ts";
import { CreateProduct, VariantInput } from "./schema.ts";

/** Most unknown field names that are reported for one file. */
const MAX_NAMES = 20;
const MAX_SHOWN_LENGTH = 64;

/**
 * The faults of a CSV heading. Any fault stops the import, because the meaning of an unknown or repeated
 * column is not known.
 */
export function headingFaults({ line, values: names }: Pick<CsvRow, "line" | "values">): Fault[] {
  const known = [...COLUMNS, "price:", "compare_at:", "stock:"];
  const faults = names.flatMap((name, at) => {
    if (name === "") return [];
    if (names.indexOf(name) < at) return [faultOf(line, null, name, "stands twice: name each column once")];
    const isKnown = COLUMNS.some((each) => each === name) || /^(price|compare_at|stock):./.test(name);
    return isKnown
      ? []
      : [faultOf(line, null, name, `is no column of an import${suggestionFor(name, known)}`)];
  });
  const [only = "", ...others] = names;
  if (others.length === 0 && faults.length > 0 && /[^\p{L}\p{N}:_.-]/u.test(only))
    return [
      faultOf(line, null, only, "is no column of an import: separate columns by commas, semicolons or tabs"),
    ];
  if (faults.length === 0 && !names.includes("key"))
    faults.push(faultOf(line, null, "key", "is not there: each row names its product by it"));
  return addFaults([], faults.slice(0, MAX_NAMES));
}

/** Reports unknown names in JSON Lines, which the import ignores. */
export function unknownFields(rows: readonly ImportRow[]): Fault[] {
  const ofProducts = [...Object.keys(CreateProduct.shape), "name", "media_urls"];
  const ofVariants = Object.keys(VariantInput.shape);
  const faults = rows.flatMap(({ line, key, product }) => {
    if (!isObject(product)) return [];
    const variants = Array.isArray(product.variants) ? product.variants : [];
    const names = [
      ...unknownNames(product, ofProducts).map((name) => [name, ofProducts] as const),
      ...variants
        .filter(isObject)
        .flatMap((variant) => unknownNames(variant, ofVariants))
        .map((name) => [`variants.${name}`, ofVariants] as const),
    ];
    return [...new Map(names)].map(([name, known]) =>
      faultOf(
        line,
        key,
        name,
        `is no field of a product${suggestionFor(name.replace("variants.", ""), known)}`,
      ),
    );
  });
  return addFaults([], faults).slice(0, MAX_NAMES);
}

function unknownNames(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((name) => !known.includes(name));
}

function faultOf(line: number, key: string | null, name: string, message: string): Fault {
  const field = [...name.toWellFormed()].slice(0, MAX_SHOWN_LENGTH).join("");
  return { line, lines: [line], count: 1, key, field, value: null, error: "FIELD.UNKNOWN", message };
}

function suggestionFor(name: string, known: readonly string[]): string {
  // The part after the colon is a key that the store chose.
  const [first, ...own] = name.split(":");
  const [like] = closestNames(own.length > 0 ? `${first}:` : name, known);
  return like === undefined ? "" : `. Did you mean ${like}${like.endsWith(":") ? own.join(":") : ""}?`;
}
