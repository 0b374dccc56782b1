import * as z from "zod";
import { anyCase } from "#core/http/page.ts";
import { CountryAsSent } from "#core/places/country-schema.ts";
import { COMPARISONS } from "./filter-schema.ts";

/** Deepest nesting of free-form JSON; DynamoDB accepts 32 levels for the whole record. */
const MAX_DEPTH = 20;
/** The smallest absolute value above 0 that a DynamoDB number can have. */
const MIN_NUMBER = 1e-130;

/** Any JSON that the table stores without loss. */
export const Json = z.unknown().superRefine((value, context) => {
  const problem = storageProblem(value, 0);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

/** A JSON object that the table stores without loss. */
export const JsonObject = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const problem = storageProblem(value, 0);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

/** Why the table cannot store a value without loss; `undefined` when it can. */
function storageProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === "number") {
    const size = Math.abs(value);
    const fits = size === 0 || (size >= MIN_NUMBER && size <= Number.MAX_SAFE_INTEGER);
    return fits ? undefined : "has a number that cannot be kept exactly";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= MAX_DEPTH) return "is nested too deep";
  if (!Array.isArray(value) && "" in value) return "has an empty name";
  // The table's client would treat an object with this name as a number, a text or a class.
  if (Object.hasOwn(value, "constructor")) return 'has the name "constructor", which cannot be kept';
  for (const item of Object.values(value)) {
    const problem = storageProblem(item, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

/** The form of a language tag (RFC 5646). Whether its subtags are registered is not checked. */
const LOCALE = /^[A-Za-z0-9]{1,8}([-_][A-Za-z0-9]{1,8})*$/;

export function isLocale(text: string): boolean {
  return text.length <= 100 && LOCALE.test(text);
}

const INVALID_LOCALE = "is not a language tag such as de-AT";

export const Locale = z.string().refine(isLocale, INVALID_LOCALE);

/** Texts by language; refuses keys that are no language tags. @schema */
function byLocale<T extends z.ZodType<string>>(text: T) {
  return z.record(Locale, text, {
    error: ({ code }) => (code === "invalid_key" ? INVALID_LOCALE : undefined),
  });
}

/** Most languages in which a record has a slug. */
const MAX_SLUGS = 16;
/** Most characters of a slug. */
const MAX_SLUG = 200;

const SlugText = z
  .string()
  .min(1)
  .max(MAX_SLUG, { abort: true })
  // NFC can make a text longer, and slugs are keys.
  .refine((slug) => slug.normalize("NFC").length <= MAX_SLUG, `may have at most ${MAX_SLUG} characters`)
  .refine((slug) => slug === slug.trim() && !/\p{Cc}/u.test(slug), "must be text without spaces around it");

export const SlugMap = byLocale(SlugText).refine(
  (map) => Object.keys(map).length <= MAX_SLUGS,
  `may name at most ${MAX_SLUGS} languages`,
);
export type SlugMap = Record<string, string>;

export const BLOCK_TYPES = [
  "TEXT",
  "LOCALIZED_TEXT",
  "TEXT_FILTER",
  "NUMBER",
  "NUMBER_FILTER",
  "BOOLEAN",
  "GEO_LOCATION",
  "BLOCK",
  "RELATIONSHIP_ENTRY",
  "RELATIONSHIP_MEDIA",
  "MARKDOWN",
  "EMAIL",
  "PHONE",
  "PHONE_NUMBER",
  "ADDRESS",
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

const OPERATIONS = ["plus", "minus", ...COMPARISONS] as const;

const Count = z.int().min(0);
const Label = z.union([z.string(), z.record(Locale, z.string())], {
  error: "must be a string or a map of languages to strings",
});

/** The properties that checks use; any others are stored unchanged. */
export const StoredProperties = z
  .looseObject({
    label: Label.optional(),
    placeholder: Label.optional(),
    pattern: z.string().max(1000).optional(),
    minLength: Count.optional(),
    maxLength: Count.optional(),
    minValues: Count.optional(),
    maxValues: Count.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    isRequired: z.boolean().optional(),
    required: z.boolean().optional(),
    style: z.record(z.string(), z.unknown()).optional(),
    url: z.union([z.string(), z.boolean()]).optional(),
    operation: anyCase(OPERATIONS).optional(),
    country: z.string().optional(),
  })
  .superRefine((properties, context) => {
    const problem = storageProblem(properties, 0);
    if (problem) context.addIssue({ code: "custom", message: problem });
    for (const [low, high] of [
      ["minLength", "maxLength"],
      ["minValues", "maxValues"],
      ["min", "max"],
    ] as const) {
      const [least, most] = [properties[low], properties[high]];
      if (least !== undefined && most !== undefined && least > most)
        context.addIssue({ code: "custom", path: [low], message: `is above ${high}` });
    }
  });
export type BlockProperties = z.output<typeof StoredProperties>;

/** The properties in a request. Stored ones may name invalid countries. */
export const BlockProperties = StoredProperties.safeExtend({ country: CountryAsSent.optional() });

/** A stored block. `value` is always an array, whose items have the shape of the block's type. */
export const Block = z.object({
  id: z.string(),
  key: z.string(),
  type: z.enum(BLOCK_TYPES),
  properties: z.record(z.string(), z.unknown()),
  value: z.array(z.unknown()),
});
export type Block = z.output<typeof Block>;
export const BlockView = Block.pick({ id: true, key: true, type: true, properties: true, value: true });

/** Most values of one block. */
export const MAX_VALUES = 1000;

/** Accepts a single value as an array of one; answers always have arrays. */
const Values = z.preprocess(
  (sent) => (sent === undefined || sent === null || Array.isArray(sent) ? sent : [sent]),
  z.array(Json).max(MAX_VALUES).nullish(),
);

export const BlockInput = z.object({
  id: z.string().min(1).max(200).nullish(),
  key: z.string().min(1).max(200),
  type: anyCase(BLOCK_TYPES),
  properties: BlockProperties.nullish(),
  value: Values,
});
export type BlockInput = z.output<typeof BlockInput>;

export const BlockInputs = z.array(BlockInput).max(200);

/** The record that a value refers to, and the value's path in the request. */
export interface Reference {
  kind: "media" | "entry";
  id: string;
  field: string;
}
