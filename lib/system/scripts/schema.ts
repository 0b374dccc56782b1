import * as z from "zod";
import { JsonValue } from "#core/records/schema.ts";
import { MAX_JSON_BYTES, MAX_SOURCE_BYTES } from "./schema-sizes.ts";

const Source = z.string().min(1).max(MAX_SOURCE_BYTES);

/** Either a source, or the name of one that is stored under the data key `script:<name>`. */
export const RunScript = z
  .object({
    script: Source.nullish(),
    input: z.record(z.string(), JsonValue).nullish(),
    name: z.string().min(1).max(400).nullish(),
    value: z.string().max(MAX_JSON_BYTES).nullish(),
  })
  .refine(({ script, name }) => (script ?? name ?? undefined) !== undefined, {
    path: ["script"],
    message: "is required, unless name says which stored script to run",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ script: "input.items.length", input: { items: [1, 2, 3] } }] });
export type RunScript = z.output<typeof RunScript>;

export const CODES = [
  "TIMEOUT",
  "MEMORY",
  "STACK",
  "SYNTAX",
  "EXCEPTION",
  "OUTPUT_TOO_LARGE",
  "OUTPUT_NOT_JSON",
  "LOG_LIMIT",
  "DATA_LIMIT",
] as const;
export type Code = (typeof CODES)[number];

export const ScriptResult = z.object({
  success: z.boolean(),
  message: z.string(),
  output: z.unknown(),
  logs: z.array(z.string()),
  code: z.enum(CODES).nullable(),
});
export type ScriptResult = z.output<typeof ScriptResult>;

/** A script's request to the account's data. */
export const DataCall = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("get"), key: z.string() }),
  z.object({
    kind: z.literal("put"),
    key: z.string(),
    value: JsonValue,
    options: z.object({ ttl: z.int().min(1).nullish(), previous_key: z.string().nullish() }),
  }),
  z.object({ kind: z.literal("delete"), key: z.string() }),
  z.object({
    kind: z.literal("list"),
    prefix: z.string(),
    options: z.object({ limit: z.int().min(1).max(200).nullish(), cursor: z.string().nullish() }),
  }),
]);
export type DataCall = z.output<typeof DataCall>;
