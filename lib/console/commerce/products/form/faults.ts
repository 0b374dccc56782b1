import type { FieldFault } from "#console/shared/api/errors.ts";
import type { Values } from "#console/shared/form/merge.ts";
import { isInvalid } from "../cells.ts";
import { MAX_VARIANTS } from "../options.ts";
import type { ProductRequest } from "./body.ts";
import { t } from "./texts.ts";
import {
  type Catalog,
  columnsOf,
  compareAt,
  optionsIn,
  type Product,
  price,
  rowsIn,
  sku,
  stock,
  valuesOf,
  weight,
} from "./values.ts";

/** The form's own check before saving. */
export function faultsIn(values: Values, product: Product | undefined, setting: Catalog): FieldFault[] {
  const { rows, count } = rowsIn(values, product, setting);
  const language = setting.languages[0] ?? "en";
  const before = valuesOf(product, setting);
  const faults: FieldFault[] = [];
  if (!product && !String(values[`name:${language}`] ?? "").trim())
    faults.push({ field: `name:${language}`, message: t.needsName });
  if (count > MAX_VARIANTS) faults.push({ field: "options", message: t.tooMany(count) });
  const names = optionsIn(values).filter(({ values: own }) => own.length > 0);
  if (names.some(({ name }) => !name.trim())) faults.push({ field: "options", message: t.needsOptionName });
  if (new Set(names.map(({ name }) => name.trim().toLowerCase())).size < names.length)
    faults.push({ field: "options", message: t.twice });
  const seen = new Map<string, string>();
  for (const { id } of rows) {
    for (const column of columnsOf(setting)) {
      const name = column.name(id);
      if (isInvalid(column, values[name])) faults.push({ field: name, message: t.wrong(column.kind) });
    }
    for (const { key } of setting.markets)
      if (typeof values[compareAt(id, key)] === "number" && typeof values[price(id, key)] !== "number")
        faults.push({ field: price(id, key), message: t.needsPrice });
    faults.push(...stockFaults(id, values, before, setting));
    const own = values[sku(id)];
    if (typeof own !== "string" || !own) continue;
    if (seen.has(own)) faults.push({ field: sku(id), message: t.skuTwice });
    seen.set(own, id);
  }
  return faults;
}

/** Stock is counted at all locations or at none, so clearing the number of only one location is a fault. */
function stockFaults(row: string, values: Values, before: Values, { locations }: Catalog): FieldFault[] {
  const names = locations.map(({ id }) => stock(row, id));
  if (!names.some((name) => typeof values[name] === "number")) return [];
  const cleared = names.filter((name) => values[name] === null && typeof before[name] === "number");
  return cleared.map((field) => ({ field, message: t.zero }));
}

/** The form field for a path of the request, such as `variants[0].sku`. */
export function fieldOf(path: string, { body, rows }: ProductRequest): string {
  const [, list, index, rest = ""] =
    /^(blocks|variants|slug|taxonomies)(?:\[(\d+)\])?\.?(.*)$/.exec(path) ?? [];
  if (list === "slug") return `slug:${rest}`;
  if (list === "taxonomies") return "categories";
  if (list === "blocks") return blockField(body.blocks?.[Number(index)]?.key ?? "", rest);
  const row = rows[Number(index)];
  if (list !== "variants" || row === undefined) return path;
  const input = body.variants?.[Number(index)];
  const [, part, at, end] = /^(\w+)(?:\[(\d+)\])?(.*)$/.exec(rest) ?? [];
  if (part === "weight") return weight(row);
  if (part === "inventory") return stock(row, input?.inventory?.[Number(at)]?.location_id ?? "");
  if (part !== "prices") return part === "attributes" ? "options" : sku(row);
  const market = input?.prices?.[Number(at)]?.market ?? "";
  return end === ".compare_at" ? compareAt(row, market) : price(row, market);
}

function blockField(key: string, rest: string): string {
  const language = /\.value\[0\]\.(.+)$|^value\[0\]\.(.+)$/.exec(rest);
  const part = key === "title" ? "name" : key;
  if (part !== "name" && part !== "description") return "pictures";
  return `${part}:${language?.[1] ?? language?.[2] ?? ""}`;
}
