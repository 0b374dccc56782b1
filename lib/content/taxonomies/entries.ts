import type { FieldError } from "#core/errors.ts";
import { isBlank } from "#core/texts/blank.ts";
import { isPlace, PLACE_SHAPE } from "#lib/content/blocks/place.ts";
import type { Taxonomy, TaxonomyEntry, TaxonomyEntryInput, TaxonomyField } from "./schema.ts";

/** Checks entries against existing taxonomies; fields are matched by id, else by key. */
export function checkEntries(
  given: TaxonomyEntryInput[],
  known: Taxonomy[],
  root: string,
): { entries: TaxonomyEntry[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const entries = given.map(({ taxonomy_id, fields }, index): TaxonomyEntry => {
    const at = `${root}[${index}]`;
    const refuse = (field: string, message: string, error = "FIELD.VALIDATION_FAILED") =>
      errors.push({ field: `${at}${field}`, message, error });
    const taxonomy = known.find(({ id }) => id === taxonomy_id);
    if (!taxonomy) refuse(".taxonomy_id", "names a taxonomy that does not exist");
    if (given.findIndex((other) => other.taxonomy_id === taxonomy_id) < index)
      refuse(".taxonomy_id", "is named twice");
    return { taxonomy_id, fields: taxonomy ? checkFields(taxonomy, fields, refuse) : [] };
  });
  return { entries, errors };
}

type Refuse = (field: string, message: string, error?: string) => void;

function checkFields(
  { schema }: Taxonomy,
  given: TaxonomyEntryInput["fields"],
  refuse: Refuse,
): TaxonomyEntry["fields"] {
  const seen = new Map<string, TaxonomyEntry["fields"][number]>();
  for (const [index, input] of given.entries()) {
    const at = `.fields[${index}]`;
    const field = schema.find(({ id }) => id === input.id) ?? schema.find(({ key }) => key === input.key);
    if (!field) {
      refuse(at, `"${input.key ?? input.id ?? ""}" is not a field of this taxonomy`, "FIELD.UNKNOWN");
      continue;
    }
    if (seen.has(field.id)) refuse(at, `"${field.key}" is given twice`);
    if (input.type !== undefined && input.type.toLowerCase() !== field.type)
      refuse(`${at}.type`, `"${field.key}" is of the type ${field.type}`, "FIELD.TYPE_MISMATCH");
    if (input.value === undefined)
      refuse(`${at}.value`, `"${field.key}" has no value`, "FIELD.REQUIRED_MISSING");
    else checkValue(field, input.value, `${at}.value`, refuse);
    // Texts are always stored as an array, even a single one.
    const alone = field.type === "text" && !Array.isArray(input.value);
    const value = alone ? [input.value] : input.value;
    seen.set(field.id, { type: field.type, id: field.id, key: field.key, value });
  }
  for (const { id, key, type, min } of schema) {
    if (type === "text" && (min ?? 0) > 0 && !seen.has(id))
      refuse(".fields", `"${key}" is required`, "FIELD.REQUIRED_MISSING");
  }
  return [...seen.values()];
}

function checkValue(field: TaxonomyField, value: unknown, at: string, refuse: Refuse): void {
  const values = Array.isArray(value) ? value : [value];
  const visibleTexts = values.filter((item) => typeof item !== "string" || !isBlank(item));
  if (field.type === "text" && visibleTexts.length < (field.min ?? 0))
    refuse(at, `"${field.key}" needs at least ${field.min} values`, "FIELD.REQUIRED_MISSING");
  for (const [index, item] of values.entries()) {
    const place = Array.isArray(value) ? `${at}[${index}]` : at;
    const expected = TYPE_RULES[field.type];
    if (!expected.fits(item)) {
      refuse(place, `"${field.key}" must be ${expected.shape}`, "FIELD.TYPE_MISMATCH");
      continue;
    }
    const broken = limitProblem(field, item);
    if (broken) refuse(place, `"${field.key}" ${broken}`);
  }
}

const TYPE_RULES: Record<TaxonomyField["type"], { shape: string; fits: (value: unknown) => boolean }> = {
  text: {
    shape: "an array of strings of 1 to 180 characters",
    fits: (value) => typeof value === "string" && value !== "" && value.length <= 180,
  },
  number: { shape: "a number", fits: (value) => typeof value === "number" },
  boolean: { shape: "true or false", fits: (value) => typeof value === "boolean" },
  geo_location: { shape: PLACE_SHAPE, fits: isPlace },
};

function limitProblem({ type, value: allowed, min, max }: TaxonomyField, value: unknown): string | undefined {
  if (type === "text" && allowed?.length && !allowed.includes(String(value)))
    return `has no value ${JSON.stringify(value)}`;
  if (type !== "number" || typeof value !== "number") return undefined;
  if (min !== undefined && value < min) return `must be at least ${min}`;
  if (max !== undefined && value > max) return `must be at most ${max}`;
  return undefined;
}
