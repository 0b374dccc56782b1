import type { Schemas } from "#console/shared/api/types.ts";

type Variant = Schemas["Variant"];
type Attribute = Variant["attributes"][number];

/** Variants that a product may have. */
export const MOST = 100;

/** What variants differ by, such as a size. Its id is the key of the attribute, or one of the form's own while it is new. */
export interface Option {
  id: string;
  name: string;
  values: readonly string[];
}

/** A variant that is stored, by the values of its options. */
export interface Known {
  id: string;
  values: Readonly<Record<string, string>>;
  active: boolean;
}

/** A row of the table of variants. */
export interface Row {
  /** The id of its variant, or one made of its values while there is none. */
  id: string;
  variant?: Known;
  /** By the id of the option. */
  values: Readonly<Record<string, string>>;
}

interface Rows {
  rows: Row[];
  /** Variants that no row is left for. */
  gone: Known[];
  /** How many combinations there are, and of how many the product has no variant by its own choice. */
  count: number;
  left: number;
}

/** The value of an option as somebody reads it; undefined for an attribute that is none. */
export function optionValue({ type, value }: Attribute, language: string): string | undefined {
  const [first] = value;
  if (value.length !== 1 || (type !== "TEXT" && type !== "LOCALIZED_TEXT")) return undefined;
  if (typeof first === "string") return first || undefined;
  const texts: Record<string, unknown> = Object(first);
  const text = texts[language] ?? Object.values(texts)[0];
  return typeof text === "string" && text ? text : undefined;
}

export function knownOf(variants: readonly Variant[], language: string): Known[] {
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

/** The options that the variants on sale have. */
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
 * The rows that options make of what is stored. A variant keeps its row while its values stand; one that lacks an option
 * that is new takes its first value. What was archived comes back with its values. A combination that the product could
 * have had before and has not is left out, unless all are wanted.
 *
 * @param before the options as they are stored
 */
export function rowsOf(
  options: readonly Option[],
  before: readonly Option[],
  known: readonly Known[],
  all = false,
): Rows {
  const named = options.filter(({ values }) => values.length > 0);
  const old = new Map(before.map(({ id, values }) => [id, values]));
  const count = named.reduce((product, { values }) => product * values.length, 1);
  const rows = new Map<string, Row>();
  const gone: Known[] = [];
  for (const variant of known.filter(({ active }) => active)) {
    const values = within(named, old, variant);
    if (!values || rows.has(nameOf(named, values))) gone.push(variant);
    else rows.set(nameOf(named, values), { id: variant.id, variant, values });
  }
  if (count > MOST) return { rows: [...rows.values()], gone, count, left: 0 };
  const archived = new Map(
    known.filter(({ active }) => !active).map((each) => [nameOf(named, each.values), each]),
  );
  const none = rows.size === 0 && known.every(({ active }) => !active);
  let left = 0;
  const made = combinations(named).flatMap((values) => {
    const name = nameOf(named, values);
    const row = rows.get(name);
    rows.delete(name);
    if (row) return [row];
    const isNew = none || named.some(({ id }) => !old.get(id)?.includes(values[id] ?? ""));
    if (!isNew && !all) {
      left += 1;
      return [];
    }
    const variant = archived.get(name);
    return [variant ? { id: variant.id, variant, values } : { id: idOf(named, values), values }];
  });
  // What has no value of an option that others have stays as it is.
  return { rows: [...made, ...rows.values()], gone, count, left };
}

/** The values of a variant in the options as they are now; undefined if one of them is gone. */
function within(
  options: readonly Option[],
  old: ReadonlyMap<string, readonly string[]>,
  { values }: Known,
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

function nameOf(options: readonly Option[], values: Readonly<Record<string, string>>): string {
  return JSON.stringify(options.map(({ id }) => values[id] ?? null));
}

function idOf(options: readonly Option[], values: Readonly<Record<string, string>>): string {
  return `new/${options.map(({ id }) => encodeURIComponent(values[id] ?? "")).join("/")}`;
}

/** What a row is called: its values, `S / Blue`. */
export function rowName({ values }: Pick<Row, "values">, options: readonly Option[], plain: string): string {
  const own = options.flatMap(({ id }) => (values[id] === undefined ? [] : [values[id]]));
  return own.join(" / ") || plain;
}
