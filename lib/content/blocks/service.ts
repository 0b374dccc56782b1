// Typed values of content, in one or several languages.

import { type FieldError, fieldError, validationFailed } from "#core/errors.ts";
import { fieldPath } from "#core/http/input.ts";
import { newId } from "#core/id.ts";
import { isObject } from "#core/is-object.ts";
import { checkSize } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type Block, BlockInput, type BlockProperties, type Reference } from "./schema.ts";
import { isEmpty, MISMATCH, type Refuse, VALUE_CHECKS, type ValueCheckers } from "./values.ts";

/** Most blocks of one record, including nested ones. */
const MAX_BLOCKS = 1000;
/** Deepest nesting of blocks; DynamoDB's own limit of 32 levels is higher. */
const MAX_LEVELS = 8;

/** Blocks as they are stored, and the records that they refer to. */
interface CheckedBlocks {
  blocks: Block[];
  references: Reference[];
}

interface CheckState {
  errors: FieldError[];
  references: Reference[];
  ids: Set<string>;
  tools: ValueCheckers;
}

/**
 * Checks blocks against their own properties and gives ids to those without one. Throws a 400 with the path of every
 * failure, such as `blocks[2].value[0]`.
 *
 * @param field the record's field that holds the blocks
 */
export async function checkBlocks(given: BlockInput[], field = "blocks"): Promise<CheckedBlocks> {
  // Matching a pattern against a large value takes long, so a value that is too large is refused first.
  checkSize({ [field]: given });
  const state: CheckState = { errors: [], references: [], ids: new Set(), tools: await loadValueCheckers() };
  const blocks = given.map((block, index) => checkBlock(block, `${field}[${index}]`, 1, state));
  if (state.ids.size > MAX_BLOCKS) state.errors.push(fieldError(field, `has more than ${MAX_BLOCKS} blocks`));
  if (state.errors.length > 0) throw validationFailed(state.errors);
  return { blocks, references: state.references };
}

let checkerModules:
  | Promise<
      [
        typeof import("./pattern.ts"),
        typeof import("./contact.ts"),
        typeof import("#core/places/postal-codes.ts"),
      ]
    >
  | undefined;

/** The checkers for one record. Their libraries are loaded only where content is written. */
export async function loadValueCheckers(): Promise<ValueCheckers> {
  checkerModules ??= sideBySide([
    import("./pattern.ts"),
    import("./contact.ts"),
    import("#core/places/postal-codes.ts"),
  ]);
  const [{ patternsOfRecord }, { isPhone, isCountry }, { isPostalCode }] = await checkerModules;
  return { isPhone, isCountry, isPostalCode, patterns: patternsOfRecord() };
}

function checkBlock(given: BlockInput, at: string, level: number, state: CheckState): Block {
  const refuse: Refuse = (place, message, error = "FIELD.VALIDATION_FAILED") => {
    state.errors.push({ field: `${at}${place}`, message, error });
    return undefined;
  };
  const id = given.id ?? newId("block");
  if (state.ids.has(id)) refuse(".id", "is used twice");
  state.ids.add(id);
  const properties = given.properties ?? {};
  const value = given.value ?? [];
  const { key, type } = given;
  checkProperties(properties, refuse, state.tools);
  checkCount(value, properties, refuse);
  const block: Block = { id, key, type, properties, value };
  if (type === "BLOCK") return { ...block, value: checkNested(value, `${at}.value`, level, state) };
  for (const [index, item] of value.entries()) {
    const refuseItem: Refuse = (place, ...problem) => refuse(`.value[${index}]${place}`, ...problem);
    if (type === "RELATIONSHIP_MEDIA" || type === "RELATIONSHIP_ENTRY") {
      const kind = type === "RELATIONSHIP_MEDIA" ? "media" : "entry";
      const reference = referenceOf(kind, item, refuseItem);
      if (reference) state.references.push({ kind, id: reference, field: `${at}.value[${index}]` });
    } else VALUE_CHECKS[type](item, properties, refuseItem, state.tools);
  }
  return block;
}

function checkNested(value: unknown[], at: string, level: number, state: CheckState): Block[] {
  if (level >= MAX_LEVELS) {
    const message = `is nested deeper than ${MAX_LEVELS} blocks`;
    if (value.length > 0) state.errors.push(fieldError(at, message));
    return [];
  }
  return value.flatMap((item, index) => {
    const place = `${at}[${index}]`;
    const parsed = BlockInput.safeParse(item, { reportInput: true });
    if (parsed.success) return [checkBlock(parsed.data, place, level + 1, state)];
    for (const { path, message, code, input } of parsed.error.issues) {
      const mistyped = input === undefined ? "FIELD.REQUIRED_MISSING" : MISMATCH;
      const error = code === "invalid_type" ? mistyped : "FIELD.VALIDATION_FAILED";
      const field = [place, fieldPath(path)].filter(Boolean).join(".");
      state.errors.push({ field, message, error });
    }
    return [];
  });
}

function checkProperties({ pattern }: BlockProperties, refuse: Refuse, { patterns }: ValueCheckers): void {
  const problem = pattern === undefined ? undefined : patterns.problem(pattern);
  if (problem) refuse(".properties.pattern", problem);
}

function checkCount(value: unknown[], properties: BlockProperties, refuse: Refuse): void {
  const { minValues, maxValues, isRequired, required } = properties;
  if ((isRequired || required) && value.every(isEmpty))
    refuse(".value", "is required", "FIELD.REQUIRED_MISSING");
  else if (minValues !== undefined && value.length < minValues)
    refuse(
      ".value",
      `needs at least ${minValues} values`,
      value.length === 0 ? "FIELD.REQUIRED_MISSING" : undefined,
    );
  if (maxValues !== undefined && value.length > maxValues)
    refuse(".value", `may have at most ${maxValues} values`);
}

/** Ids of the media that stored blocks and their nested blocks refer to. */
export function mediaInBlocks(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block) => {
    if (!isObject(block) || !Array.isArray(block.value)) return [];
    if (block.type === "BLOCK") return mediaInBlocks(block.value);
    return block.type === "RELATIONSHIP_MEDIA" ? mediaIn(block.value) : [];
  });
}

/** Ids of the media that values refer to; other values are ignored. */
export function mediaIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => referenceOf("media", value, () => undefined) ?? []);
}

/** The id in a reference such as `media:<id>`; reports any other value by `refuse`. */
export function referenceOf(kind: Reference["kind"], value: unknown, refuse: Refuse): string | undefined {
  if (typeof value !== "string") return refuse("", `must be a string such as ${kind}:<id>`, MISMATCH);
  const id = value.startsWith(`${kind}:`) ? value.slice(kind.length + 1) : "";
  return /^[\w-]{1,200}$/.test(id) ? id : refuse("", `must be ${kind}:<id>`);
}
