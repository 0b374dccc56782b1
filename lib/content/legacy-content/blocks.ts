import { type FieldError, fieldError } from "#core/errors.ts";
import { IsoTime } from "#core/http/page.ts";
import { isObject } from "#core/is-object.ts";
import { isPlace } from "#lib/content/blocks/place.ts";
import { isLocale } from "#lib/content/blocks/schema.ts";
import { isEmpty as isAllEmpty } from "#lib/content/blocks/values.ts";
import type { BusinessEntryBlock, EntryBlockInput } from "./entry-schema.ts";
import type { BusinessCollectionBlock } from "./schema.ts";

/** Most characters of a text, and most values of a block. */
export const MAX_TEXT = 200_000;
export const MAX_VALUES = 100;

/** The record that a value refers to, and the value's path in the request. */
export interface Reference {
  kind: "media" | "entry";
  id: string;
  field: string;
}

/** Blocks in their stored form, the records that they refer to, and the errors found. */
interface CheckedBlocks {
  blocks: BusinessEntryBlock[];
  references: Reference[];
  errors: FieldError[];
}

/**
 * Checks the blocks of an entry against the definitions of its collection, matched by id.
 *
 * @param definitions none for entries of orders and reservations, whose blocks name their own types
 */
export function checkBlocks(
  given: EntryBlockInput[],
  definitions: BusinessCollectionBlock[] | undefined,
): CheckedBlocks {
  const checked: CheckedBlocks = { blocks: [], references: [], errors: [] };
  for (const [index, block] of given.entries()) checkBlock(block, index, definitions, checked);
  for (const { id, required } of definitions ?? []) {
    if (required && !given.some((block) => definitionOf(block, definitions ?? [])?.id === id)) {
      checked.errors.push({
        field: "blocks",
        message: `"${id}" is required`,
        error: "FIELD.REQUIRED_MISSING",
      });
    }
  }
  return checked;
}

export function mediaInBlocks(blocks: BusinessEntryBlock[]): string[] {
  const references = blocks.flatMap(({ type, value }) =>
    (Array.isArray(value) ? value : [value]).map((item: unknown) => referenceOf(type, item, {})),
  );
  // An empty value is not a reference to the id "".
  return references.flatMap((each) => (each?.kind === "media" && each.id !== "" ? [each.id] : []));
}

function checkBlock(
  block: EntryBlockInput,
  index: number,
  definitions: BusinessCollectionBlock[] | undefined,
  checked: CheckedBlocks,
): void {
  const { key, value, properties = {} } = block;
  const definition = definitions && definitionOf(block, definitions);
  const id = definition?.id ?? block.id ?? key ?? "";
  const at = `blocks[${index}]`;
  const refuse = (field: string, message: string, error = "FIELD.VALIDATION_FAILED") =>
    checked.errors.push({ field: `${at}${field}`, message, error });
  if (checked.blocks.some((other) => other.id === id)) return void refuse(".id", "is used twice");
  if (definitions && !definition) {
    return void refuse("", `"${id}" is not a block of this collection`, "FIELD.UNKNOWN");
  }
  const type = definition?.type ?? block.type;
  if (!type) return void refuse(".type", "is required", "FIELD.REQUIRED_MISSING");
  if (block.type && block.type !== type)
    return void refuse(".type", `is of the type ${type}`, "FIELD.TYPE_MISMATCH");
  const named = definition?.key ?? key ?? id;
  checked.blocks.push({ id, key: named, type, properties, value: value ?? null });
  if (definition?.required && isBlankValue(type, value))
    return void refuse(".value", "is required", "FIELD.REQUIRED_MISSING");
  if (isEmpty(type, value)) return;
  checkValue({ type, value }, definition?.settings ?? {}, `${at}.value`, checked);
}

// The key of a definition without one is its id.
function definitionOf({ id, key = id }: EntryBlockInput, definitions: BusinessCollectionBlock[]) {
  return definitions.find((other) => other.id === id) ?? definitions.find((other) => other.key === key);
}

function checkValue(
  { type, value }: Pick<BusinessEntryBlock, "type" | "value">,
  settings: BusinessCollectionBlock["settings"],
  field: string,
  { errors, references }: CheckedBlocks,
): void {
  if (type === "MULTI_SELECT" && !Array.isArray(value)) {
    errors.push({ field, message: `must be ${TYPE_RULES[type].shape}`, error: "FIELD.TYPE_MISMATCH" });
    return;
  }
  const values = Array.isArray(value) ? value : [value];
  const fields = Array.isArray(value) ? values.map((_, index) => `${field}[${index}]`) : [field];
  const counts = countProblem(values.length, type === "SELECT" ? { ...settings, maxValues: 1 } : settings);
  if (counts) errors.push(fieldError(field, counts));
  for (const [index, item] of values.entries()) {
    const place = fields[index] ?? field;
    const expected = TYPE_RULES[type];
    if (!expected.fits(item)) {
      errors.push({ field: place, message: `must be ${expected.shape}`, error: "FIELD.TYPE_MISMATCH" });
      continue;
    }
    const broken =
      type === "MULTI_SELECT" && values.indexOf(item) < index
        ? "is named twice"
        : limitProblem(type, item, settings);
    if (broken) errors.push(fieldError(place, broken));
    const reference = referenceOf(type, item, settings);
    if (reference) references.push({ ...reference, field: place });
  }
}

const TYPE_RULES: Record<BusinessEntryBlock["type"], { shape: string; fits: (value: unknown) => boolean }> = {
  TEXT: { shape: "a string or a map of languages to strings", fits: isTextOrTexts },
  NUMBER: { shape: "a number", fits: (value) => typeof value === "number" },
  BOOLEAN: { shape: "true or false", fits: (value) => typeof value === "boolean" },
  DATE: { shape: "whole seconds since 1970 or an ISO 8601 date", fits: isTime },
  RELATIONSHIP: { shape: "the id of a record", fits: isReference },
  GEO_LOCATION: { shape: "{coordinates: {lat: -90 to 90, lon: -180 to 180}}", fits: isPlace },
  MEDIA: { shape: "the id of a media", fits: isReference },
  SELECT: { shape: "an option", fits: isText },
  MULTI_SELECT: { shape: "an array of options", fits: isText },
};

function isText(value: unknown): boolean {
  return typeof value === "string";
}

// Accepts a text, or texts by language as newer content has them.
function isTextOrTexts(value: unknown): boolean {
  if (!isObject(value)) return isText(value);
  return Object.entries(value).every(([locale, text]) => isLocale(locale) && isText(text));
}

function isTime(value: unknown): boolean {
  if (typeof value !== "string") return Number.isSafeInteger(value);
  return IsoTime.safeParse(value).success;
}

function isReference(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= 200;
}

const TEXT_TYPES: BusinessEntryBlock["type"][] = ["TEXT", "SELECT", "RELATIONSHIP", "MEDIA"];

/** Whether a value is empty; an empty text is empty only in a block whose values are texts. */
function isEmpty(type: BusinessEntryBlock["type"], value: unknown): boolean {
  if (value === "") return TEXT_TYPES.includes(type);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether a value is empty or consists of blank texts only, in any language. */
function isBlankValue(type: BusinessEntryBlock["type"], value: unknown): boolean {
  return isEmpty(type, value) || ((Array.isArray(value) || TEXT_TYPES.includes(type)) && isAllEmpty(value));
}

function countProblem(count: number, { minValues, maxValues }: BusinessCollectionBlock["settings"]) {
  if (count > MAX_VALUES) return `may have at most ${MAX_VALUES} values`;
  if (typeof minValues === "number" && count < minValues) return `needs at least ${minValues} values`;
  if (typeof maxValues === "number" && count > maxValues) return `may have at most ${maxValues} values`;
  return undefined;
}

function limitProblem(
  type: BusinessEntryBlock["type"],
  value: unknown,
  { minLength, maxLength, min, max, options }: BusinessCollectionBlock["settings"],
): string | undefined {
  if (type === "TEXT" && isObject(value)) {
    const problems = Object.values(value).map((text) => limitProblem(type, text, { minLength, maxLength }));
    return problems.find((problem) => problem !== undefined);
  }
  if (type === "TEXT" && typeof value === "string") {
    const length = [...value].length;
    const most = typeof maxLength === "number" ? Math.min(maxLength, MAX_TEXT) : MAX_TEXT;
    if (length > most) return `must have at most ${most} characters`;
    if (typeof minLength === "number" && length < minLength)
      return `must have at least ${minLength} characters`;
  }
  if (type === "NUMBER" && typeof value === "number") {
    if (typeof min === "number" && value < min) return `must be at least ${min}`;
    if (typeof max === "number" && value > max) return `must be at most ${max}`;
  }
  const chooses = type === "SELECT" || type === "MULTI_SELECT";
  if (chooses && Array.isArray(options) && !options.includes(value))
    return `has no option ${JSON.stringify(value)}`;
  return undefined;
}

function referenceOf(
  type: BusinessEntryBlock["type"],
  value: unknown,
  { targetType }: BusinessCollectionBlock["settings"],
): Omit<Reference, "field"> | undefined {
  if (typeof value !== "string" || (type !== "MEDIA" && type !== "RELATIONSHIP")) return undefined;
  if (type === "MEDIA" || value.startsWith("media:"))
    return { kind: "media", id: value.replace(/^media:/, "") };
  const toEntry = typeof targetType === "string" && targetType.toUpperCase() === "ENTRY";
  return toEntry || value.startsWith("entry:")
    ? { kind: "entry", id: value.replace(/^entry:/, "") }
    : undefined;
}
