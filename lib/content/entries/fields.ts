import type { FieldError } from "#core/errors.ts";
import { LATEST_TIME } from "#core/http/page.ts";
import { isObject } from "#core/is-object.ts";
import { isPlace, PLACE_SHAPE } from "#lib/content/blocks/place.ts";
import {
  type BlockProperties as Checked,
  type Reference,
  StoredProperties,
} from "#lib/content/blocks/schema.ts";
import { loadValueCheckers, referenceOf } from "#lib/content/blocks/service.ts";
import {
  checkText,
  checkTexts,
  isEmpty,
  type Refuse,
  type ValueCheckers,
} from "#lib/content/blocks/values.ts";
import type { CollectionField } from "#lib/content/collections/schema.ts";
import type { EntryField, EntryFieldInput } from "./schema.ts";

const MISMATCH = "FIELD.TYPE_MISMATCH";

/** Fields in their stored form, the records that they refer to, and the errors found. */
interface CheckedFields {
  fields: EntryField[];
  references: Reference[];
  errors: FieldError[];
}

/** Checks values against the fields of their collection, matched by id, else by key; keeps the order of the values. */
export async function checkFields(
  schema: CollectionField[],
  given: EntryFieldInput[],
): Promise<CheckedFields> {
  const tools = await loadValueCheckers();
  const checked: CheckedFields = { fields: [], references: [], errors: [] };
  for (const [index, input] of given.entries()) checkField(schema, input, `fields[${index}]`, checked, tools);
  for (const { id, key, required } of schema) {
    if (required && !checked.fields.some(({ field_id }) => field_id === id))
      checked.errors.push({
        field: "fields",
        message: `"${key}" is required`,
        error: "FIELD.REQUIRED_MISSING",
      });
  }
  return checked;
}

function checkField(
  schema: CollectionField[],
  input: EntryFieldInput,
  at: string,
  { fields, references, errors }: CheckedFields,
  tools: ValueCheckers,
): undefined {
  const id = input.field_id;
  const field = schema.find((one) => one.id === id) ?? schema.find(({ key }) => key === input.key);
  const name = field?.key ?? input.key ?? id ?? "";
  const refuse: Refuse = (place, message, error = "FIELD.VALIDATION_FAILED") => {
    errors.push({ field: `${at}${place}`, message: `"${name}" ${message}`, error });
    return undefined;
  };
  if (!field) return refuse("", "is not a field of this collection", "FIELD.UNKNOWN");
  if (fields.some(({ field_id }) => field_id === field.id)) return refuse("", "is given twice");
  const type = typeOf(field);
  const inputType = input.type?.toLowerCase();
  const { value = null } = input;
  fields.push({ type, field_id: field.id, key: field.key, value });
  if (inputType !== undefined && inputType !== type && inputType !== field.type)
    return refuse(".type", `is of the type ${type}`, MISMATCH);
  if (field.required && isBlankValue(field, value))
    return refuse(".value", "is required", "FIELD.REQUIRED_MISSING");
  if (isEmptyValue(field, value)) return;
  const refuseValue: Refuse = (place, ...problem) => refuse(`.value${place}`, ...problem);
  checkValue(field, value, refuseValue, tools);
  if (field.type === "media" || field.type === "entry")
    references.push(...referencesOf(field.type, value, `${at}.value`, refuseValue));
}

/** The type of an entry's field: the collection's type, or its localized form. */
function typeOf({ type, properties }: CollectionField): EntryField["type"] {
  if (properties.localized !== true) return type;
  if (type === "text") return "localized_text";
  return type === "markdown" ? "localized_markdown" : type;
}

function checkValue(
  { type, properties: stored }: CollectionField,
  value: unknown,
  refuse: Refuse,
  tools: ValueCheckers,
): undefined {
  const properties: Checked = StoredProperties.parse(stored);
  switch (type) {
    case "text":
    case "markdown":
      if (stored.localized === true) {
        return typeof value === "string"
          ? refuse("", "must be a map of languages to strings", MISMATCH)
          : checkTexts(value, properties, refuse, tools);
      }
      return typeof value === "string"
        ? checkText(value, "", properties, refuse, tools)
        : refuse("", "must be a string", MISMATCH);
    case "number":
      if (typeof value !== "number") return refuse("", "must be a number", MISMATCH);
      if (properties.min !== undefined && value < properties.min)
        return refuse("", `must be at least ${properties.min}`);
      return properties.max !== undefined && value > properties.max
        ? refuse("", `must be at most ${properties.max}`)
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? undefined : refuse("", "must be true or false", MISMATCH);
    case "date":
      return Number.isSafeInteger(value) && Math.abs(Number(value)) <= LATEST_TIME
        ? undefined
        : refuse("", "must be whole seconds since 1970, not milliseconds", MISMATCH);
    case "geo_location":
      return isPlace(value) ? undefined : refuse("", `must be ${PLACE_SHAPE}`, MISMATCH);
    case "select":
      return checkSelect(value, stored.options, properties, refuse);
    default:
      return checkCount(Array.isArray(value) ? value.length : 1, properties, refuse);
  }
}

function checkSelect(value: unknown, options: unknown, properties: Checked, refuse: Refuse): undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    return refuse("", "must be an array of options", MISMATCH);
  for (const [index, item] of value.entries()) {
    if (Array.isArray(options) && !options.includes(item))
      refuse(`[${index}]`, `has no option ${JSON.stringify(item)}`);
    if (value.indexOf(item) < index) refuse(`[${index}]`, "is named twice");
  }
  return checkCount(value.length, properties, refuse);
}

function checkCount(count: number, { minValues, maxValues }: Checked, refuse: Refuse): undefined {
  if (minValues !== undefined && count < minValues) refuse("", `needs at least ${minValues} values`);
  if (maxValues !== undefined && count > maxValues) refuse("", `may have at most ${maxValues} values`);
}

function referencesOf(kind: Reference["kind"], value: unknown, at: string, refuse: Refuse): Reference[] {
  const many = Array.isArray(value);
  return (many ? value : [value]).flatMap((item: unknown, index) => {
    const place = many ? `[${index}]` : "";
    const id = referenceOf(kind, item, (below, ...problem) => refuse(`${place}${below}`, ...problem));
    return id === undefined ? [] : [{ kind, id, field: `${at}${place}` }];
  });
}

/** Whether a value is empty for its field's type: `[]` is an empty list, but for a text it is a wrong type. */
function isEmptyValue({ type, properties }: CollectionField, value: unknown): boolean {
  if (value === null) return true;
  if (type === "text" || type === "markdown") return properties.localized !== true && value === "";
  const many = type === "select" || type === "media" || type === "entry";
  return many && Array.isArray(value) && value.length === 0;
}

/** Whether a value is empty, or consists of blank texts only. */
function isBlankValue(field: CollectionField, value: unknown): boolean {
  if (field.type !== "text" && field.type !== "markdown") return isEmptyValue(field, value);
  const fits = field.properties.localized === true ? isObject(value) : typeof value === "string";
  return isEmptyValue(field, value) || (fits && isEmpty(value));
}
