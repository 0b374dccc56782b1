import type * as z from "zod";
import { countryOf } from "#core/places/country-schema.ts";
import { dateAt, FUTURE } from "./dates.ts";

/** Names of fields with unique values. */
const UNIQUE_NAME = /(^|\.)(key|code|sku|slug(\.\w+)?)$/;

interface ValueRequest {
  at: string;
  /** The example's value. */
  example: unknown;
  optional: boolean;
  /** Type of the schema; `values` are those of a literal. */
  type: string;
  values?: unknown;
}

/** Numbers make the values unique. */
let lastNumber = 1000;

/** A valid value, unique if the schema allows, and different for each seed. */
export function uniqueValue(
  outer: z.ZodType,
  { at, example, optional, type, values }: ValueRequest,
  seed: number,
): unknown {
  const n = ++lastNumber;
  const fits = (value: unknown) => outer.safeParse(value).success;
  const words = enumValues(outer);
  if (words.length > 0 && (optional || example === undefined)) {
    const possible = words.filter(fits);
    return possible[seed % possible.length];
  }
  if (type === "boolean" && (optional || example === undefined)) return seed % 2 === 1;
  if (typeof example === "string" && UNIQUE_NAME.test(at))
    return [`${example}-${n}`, `${example}${n}`].find(fits) ?? example;
  if (example !== undefined) return example;
  if (type === "number") return candidateNumbers(n, at).find(fits) ?? failAt(at);
  if (type === "string") return candidateTexts(n).find(fits) ?? failAt(at);
  if (type === "literal") return (values as unknown[])[0];
  if (type === "null") return null;
  return [`word${n}`, { word: `word${n}` }, [`word${n}`]].find(fits) ?? failAt(at);
}

function candidateNumbers(n: number, at: string): number[] {
  const times = /(_at|At|Time|Date|from|to|until|expires)$/.test(at) ? [FUTURE + n * 60] : [];
  return [...times, n, n % 300, 60 * n, n % 24, n % 12, n % 7, 1, 0.5];
}

function candidateTexts(n: number): string[] {
  const letters = String.fromCharCode(97 + (n % 26), 97 + ((n >> 3) % 26));
  return [
    `word${n}`,
    `word${n}@example.com`,
    `https://example.com/${n}`,
    `whsec_word${n}word${n}word${n}`,
    n % 2 ? "EUR" : "USD",
    n % 2 ? "Europe/Paris" : "Europe/Rome",
    ...(countryOf(letters) ? [] : [letters]),
    // These countries accept any state.
    n % 2 ? "NL" : "FR",
    `#0b5${String(n).padStart(3, "0").slice(-3)}`,
    `+4420712${String(n).padStart(5, "0").slice(-5)}`,
    "order.created",
    dateAt(FUTURE),
    `order:order_word${n}`,
  ];
}

/** The enumerated values of a schema. */
function enumValues(schema: z.ZodType): string[] {
  const { def } = schema as unknown as {
    def: { type: string; entries?: Record<string, string>; out?: unknown };
  };
  const enumWords = (schema.meta()?.enum as string[] | undefined) ?? [];
  if (enumWords.length > 0) return enumWords;
  if (def.type === "enum") return Object.values(def.entries ?? {});
  return def.type === "pipe" ? enumValues(def.out as z.ZodType) : [];
}

function failAt(at: string): never {
  throw new Error(`No value is known for ${at}: give one in the test's data.`);
}
