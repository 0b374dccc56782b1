import { type FieldError, fieldError, validationFailed } from "#core/errors.ts";
import { LATEST_TIME } from "#core/http/page.ts";
import { isBlank } from "#core/texts/blank.ts";
import { type FieldInput, Place, type SchemaField, type SubmittedField } from "./schema.ts";

const MAX_TEXT = 20_000;

/**
 * Checks submitted values against a form's schema. Unknown fields, missing required values and wrong types are refused,
 * each with its path.
 *
 * @returns the values in the order of the schema, with its current ids, keys and types
 */
export function checkFields(schema: SchemaField[], given: FieldInput[]): SubmittedField[] {
  const errors: FieldError[] = [];
  const values = new Map<string, unknown>();
  for (const [index, input] of given.entries()) {
    const byId = schema.find(({ id }) => id === input.id);
    const byKey = schema.find(({ key }) => key === input.key);
    const field = byId ?? byKey;
    const problem = !field
      ? unknownFieldError(input)
      : byId && byKey && byId !== byKey
        ? fieldError(".key", `"${byKey.key}" is not the field with this id`)
        : problemOf(field, input, values);
    if (problem) errors.push({ ...problem, field: `fields[${index}]${problem.field}` });
    else if (field && !isEmpty(input.value)) values.set(field.id, storedValue(field.type, input.value));
  }
  for (const { id, key, required } of schema) {
    if (required && !values.has(id) && !errors.some(({ message }) => message.includes(`"${key}"`))) {
      errors.push({ field: "fields", message: `"${key}" is required`, error: "FIELD.REQUIRED_MISSING" });
    }
  }
  if (errors.length > 0) throw validationFailed(errors);
  return schema
    .filter(({ id }) => values.has(id))
    .map(({ type, id, key }) => ({ type, id, key, value: values.get(id) }));
}

function unknownFieldError({ id, key }: FieldInput): FieldError {
  return { field: "", message: `"${key ?? id ?? ""}" is not a field of this form`, error: "FIELD.UNKNOWN" };
}

function problemOf(
  field: SchemaField,
  input: FieldInput,
  values: Map<string, unknown>,
): FieldError | undefined {
  const says = (place: string, message: string, error: string) => ({
    field: place,
    message: `"${field.key}" ${message}`,
    error,
  });
  if (values.has(field.id)) return says("", "is given twice", "FIELD.VALIDATION_FAILED");
  if (input.type !== undefined && input.type.toLowerCase() !== field.type) {
    return says(".type", `is of the type ${field.type}`, "FIELD.TYPE_MISMATCH");
  }
  if (field.required && isBlankValue(field, input.value))
    return says(".value", "is required", "FIELD.REQUIRED_MISSING");
  if (isEmpty(input.value)) return undefined;
  const expected = TYPE_RULES[field.type];
  if (!expected.fits(input.value)) return says(".value", `must be ${expected.shape}`, "FIELD.TYPE_MISMATCH");
  const broken = limitProblem(field, input.value);
  return broken === undefined ? undefined : says(".value", broken, "FIELD.VALIDATION_FAILED");
}

function limitProblem({ type, min, max, options }: SchemaField, value: unknown): string | undefined {
  if (typeof value === "number" && type === "number") {
    if (min !== undefined && value < min) return `must be at least ${min}`;
    if (max !== undefined && value > max) return `must be at most ${max}`;
  }
  if (typeof value === "string" && value.length > MAX_TEXT) return `must have at most ${MAX_TEXT} characters`;
  if (type === "select" && Array.isArray(value)) {
    const stranger = value.find((item) => !options?.includes(item));
    if (stranger !== undefined) return `has no option ${JSON.stringify(stranger)}`;
    if (new Set(value).size < value.length) return "names an option twice";
  }
  return undefined;
}

const TYPE_RULES: Record<SchemaField["type"], { shape: string; fits: (value: unknown) => boolean }> = {
  text: { shape: "a string", fits: (value) => typeof value === "string" },
  number: { shape: "a number", fits: (value) => typeof value === "number" && Number.isFinite(value) },
  boolean: { shape: "true or false", fits: (value) => typeof value === "boolean" },
  date: {
    shape: "whole seconds since 1970, not milliseconds",
    fits: (value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= LATEST_TIME,
  },
  geo_location: { shape: "{coordinates: {lat, lon}, label?}", fits: isPlace },
  select: {
    shape: "an array of options",
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  },
};

function isPlace(value: unknown): boolean {
  return Place.safeParse(value).success;
}

// Only the documented fields of a place are stored.
function storedValue(type: SchemaField["type"], value: unknown): unknown {
  return type === "geo_location" ? Place.parse(value) : value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

// A blank text is accepted only where the field is optional.
function isBlankValue({ type }: SchemaField, value: unknown): boolean {
  return isEmpty(value) || (type === "text" && typeof value === "string" && isBlank(value));
}
