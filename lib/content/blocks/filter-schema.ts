import * as z from "zod";
import { anyCase } from "#core/http/page.ts";

/** How a number of a record is compared with the one that is asked for. */
export const COMPARISONS = [
  "equals",
  "greater_than",
  "less_than",
  "greater_than_or_equal",
  "less_than_or_equal",
  "contains",
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The beginning of a text such as `>=10` that names a comparison. */
export const COMPARISON_PREFIXES: Record<string, Comparison> = {
  "=": "equals",
  "==": "equals",
  ">": "greater_than",
  "<": "less_than",
  ">=": "greater_than_or_equal",
  "<=": "less_than_or_equal",
  "~": "contains",
};

const Operation = anyCase(COMPARISONS);

/** A block that a list asks for: its key, else its id; `value` is one value, or several of which any will do. */
export const BlockFilter = z.object({
  id: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  type: z.string().max(50).optional(),
  operation: Operation.optional(),
  properties: z.looseObject({ operation: Operation.optional() }).optional(),
  value: z.unknown().optional(),
});
export type BlockFilter = z.output<typeof BlockFilter>;
