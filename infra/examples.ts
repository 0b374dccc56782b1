import * as z from "zod";

export const EXAMPLE_ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";
/** 2026-09-21T13:33:20Z, in seconds. */
export const EXAMPLE_TIME = 1_790_000_000;

type Json = { properties?: Record<string, Json>; required?: string[]; [keyword: string]: unknown };

const ID_PREFIXES: Record<string, string> = {
  storeId: "store",
  businessId: "store",
  submissionId: "sub",
  sessionId: "ses",
  tokenId: "tok",
  accountId: "acc",
  userId: "acc",
  contactId: "con",
  mediaId: "med",
  taxonomyId: "tax",
  collectionId: "col",
};

/** The example id for a path slot, such as `storeId`. */
export function exampleId(slot: string): string {
  if (!slot.endsWith("Id")) return `example-${slot.toLowerCase()}`;
  return `${ID_PREFIXES[slot] ?? slot.slice(0, -2).toLowerCase()}_${EXAMPLE_ID}`;
}

/**
 * A valid input for a schema: its own example, or one generated from its JSON schema. `type`: event type that
 * a worker subscribes to.
 */
export function exampleOf(schema: z.ZodType, type?: string): unknown {
  // Zod omits examples of transformed inputs from their JSON schema.
  const own = schema.meta()?.examples;
  if (Array.isArray(own) && own.length > 0) return own[0];
  const described: unknown = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  });
  const sample = isSchema(described) ? sampleOf(described, "") : undefined;
  if (type === undefined || typeof sample !== "object" || sample === null || !("type" in sample))
    return sample;
  const resource = type.split(".")[0] ?? "";
  return {
    ...sample,
    id: `evt_${EXAMPLE_ID}`,
    type,
    tenant_id: `store_${EXAMPLE_ID}`,
    resource,
    record_id: `${resource}_${EXAMPLE_ID}`,
  };
}

/** Example texts for the required query parameters of a schema. */
export function exampleQuery(schema: z.ZodType): Record<string, string> {
  const own = exampleOf(schema);
  if (typeof own !== "object" || own === null) return {};
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

function sampleOf(schema: Json, name: string): unknown {
  const { const: constant, enum: words, examples, anyOf, oneOf, allOf, default: fallback } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (constant !== undefined) return constant;
  if (fallback !== undefined) return fallback;
  if (Array.isArray(words)) return words[0];
  const [choice] = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
  if (choice) return sampleOf(choice, name);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((each) => sampleOf(each, name)));
  return plainValue(schema, name);
}

function plainValue(
  { type, properties = {}, required = [], items, minItems, ...rest }: Json,
  name: string,
): unknown {
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === "object") {
    return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key)]));
  }
  if (kind === "array") return isSchema(items) && Number(minItems ?? 0) > 0 ? [sampleOf(items, name)] : [];
  if (kind === "integer" || kind === "number") return numberOf(rest, name);
  if (kind === "boolean") return true;
  if (kind === "null") return null;
  return textOf(rest, name);
}

function numberOf({ minimum, exclusiveMinimum, multipleOf }: Json, name: string): number {
  if (/(^|_)at$|At$|Date$/.test(name)) return EXAMPLE_TIME;
  const least = Math.max(Number(minimum ?? 0), Number(exclusiveMinimum ?? 0) + 1, 1);
  const step = Number(multipleOf ?? 1);
  return Math.ceil(least / step) * step;
}

function textOf({ format, pattern, minLength }: Json, name: string): string {
  if (format === "email" || name === "email") return "ada@example.com";
  if (format === "uri" || name === "url") return "https://example.com/";
  if (typeof pattern === "string" && pattern.includes("\\d")) return "10";
  if (/(_id|Id)$/.test(name)) return exampleId(name.replace(/_id$/, "Id"));
  return name.padEnd(Number(minLength ?? 1), "-") || "example";
}

function isSchema(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
