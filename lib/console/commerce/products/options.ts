import type { Schemas } from "#console/shared/api/types.ts";

type Variant = Schemas["Variant"];
type Attribute = Variant["attributes"][number];

export const MAX_VARIANTS = 100;

/** A property in which variants differ, such as size. The id is the attribute's key, or a temporary one. */
export type Option = { id: string; name: string; values: readonly string[] };

/** A stored variant and its option values. */
export type StoredVariant = { id: string; values: Readonly<Record<string, string>>; active: boolean };

export interface Row {
  /** The variant's id, or one made of the values for a new variant. */
  id: string;
  variant?: StoredVariant;
  /** Option values by option id. */
  values: Readonly<Record<string, string>>;
}

interface Rows {
  rows: Row[];
  /** Stored variants without a row. */
  removed: StoredVariant[];
  /** The number of combinations, and of those that have no row because the product lacks them on purpose. */
  count: number;
  missing: number;
}

/** The text of an option's value; undefined for an attribute that is no option. */
export function optionValue({ type, value }: Attribute, language: string): string | undefined {
  const [first] = value;
  if (value.length !== 1 || (type !== "TEXT" && type !== "LOCALIZED_TEXT")) return undefined;
  if (typeof first === "string") return first || undefined;
  const texts: Record<string, unknown> = Object(first);
  const text = texts[language] ?? Object.values(texts)[0];
  return typeof text === "string" && text ? text : undefined;
}

export function storedVariants(variants: readonly Variant[], language: string): StoredVariant[] {
  return variants.map(({ id, status, attributes }) => ({
    id,
    active: status === "active",
    values: Object.fromEntries(
      attributes.flatMap((each) => {
        const value = optionValue(each, language);
        return value === undefined ? [] : [[each.key, value]];
      }),
    ),
  }));
}

/** The options of the active variants. */
export function optionsOf(variants: readonly Variant[], language: string): Option[] {
  const found = new Map<string, { id: string; name: string; values: string[] }>();
  for (const { attributes } of variants.filter(({ status }) => status === "active"))
    for (const attribute of attributes) {
      const value = optionValue(attribute, language);
      if (value === undefined) continue;
      const { key } = attribute;
      const option = found.get(key) ?? { id: key, name: labelOf(attribute, language), values: [] };
      found.set(key, option);
      if (!option.values.includes(value)) option.values.push(value);
    }
  return [...found.values()];
}

function labelOf({ key, properties }: Attribute, language: string): string {
  const label: unknown = properties.label;
  const own: unknown = typeof label === "string" ? label : Object(label)[language];
  return typeof own === "string" && own ? own : key;
}

/**
 * The rows of the table. A variant keeps its row while its values exist, and gets the first value of a new
 * option. An archived variant is used again if its combination is new. A combination of stored values that
 * has no variant gets a row only if `all` is set.
 *
 * @param before the options as they are stored
 */
export function rowsOf(
  options: readonly Option[],
  before: readonly Option[],
  known: readonly StoredVariant[],
  all = false,
): Rows {
  const named = options.filter(({ values }) => values.length > 0);
  const old = new Map(before.map(({ id, values }) => [id, values]));
  const count = named.reduce((product, { values }) => product * values.length, 1);
  const rows = new Map<string, Row>();
  const removed: StoredVariant[] = [];
  for (const variant of known.filter(({ active }) => active)) {
    const values = currentValues(named, old, variant);
    if (!values || rows.has(rowKey(named, values))) removed.push(variant);
    else rows.set(rowKey(named, values), { id: variant.id, variant, values });
  }
  if (count > MAX_VARIANTS) return { rows: [...rows.values()], removed, count, missing: 0 };
  const archived = new Map(
    known.filter(({ active }) => !active).map((each) => [rowKey(named, each.values), each]),
  );
  const isEmpty = rows.size === 0 && known.every(({ active }) => !active);
  let missing = 0;
  const made = combinations(named).flatMap((values) => {
    const name = rowKey(named, values);
    const row = rows.get(name);
    rows.delete(name);
    if (row) return [row];
    const isNew = isEmpty || named.some(({ id }) => !old.get(id)?.includes(values[id] ?? ""));
    if (!isNew && !all) {
      missing += 1;
      return [];
    }
    const variant = archived.get(name);
    return [variant ? { id: variant.id, variant, values } : { id: newRowId(named, values), values }];
  });
  // The rows that are left belong to variants that lack a value for some option.
  return { rows: [...made, ...rows.values()], removed, count, missing };
}

/** The variant's values for the current options; undefined if one of the values was removed. */
function currentValues(
  options: readonly Option[],
  old: ReadonlyMap<string, readonly string[]>,
  { values }: StoredVariant,
): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const { id, values: offered } of options) {
    const value = values[id] ?? (old.has(id) ? undefined : offered[0]);
    if (value === undefined) continue;
    if (!offered.includes(value)) return undefined;
    found[id] = value;
  }
  return found;
}

function combinations(options: readonly Option[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (all, { id, values }) => all.flatMap((each) => values.map((value) => ({ ...each, [id]: value }))),
    [{}],
  );
}

function rowKey(options: readonly Option[], values: Readonly<Record<string, string>>): string {
  return JSON.stringify(options.map(({ id }) => values[id] ?? null));
}

function newRowId(options: readonly Option[], values: Readonly<Record<string, string>>): string {
  return `new/${options.map(({ id }) => encodeURIComponent(values[id] ?? "")).join("/")}`;
}

/** The name of a row: `S / Blue`. */
export function rowName({ values }: Pick<Row, "values">, options: readonly Option[], plain: string): string {
  const own = options.flatMap(({ id }) => (values[id] === undefined ? [] : [values[id]]));
  return own.join(" / ") || plain;
}
