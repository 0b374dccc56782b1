import * as z from "zod";
import { anyCase } from "#core/http/page.ts";

/** Comparisons of a record's number with the requested one. */
export const COMPARISONS = [
  "equals",
  "greater_than",
  "less_than",
  "greater_than_or_equal",
  "less_than_or_equal",
  "contains",
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Prefixes of texts such as `>=10`. */
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

/** A block that a list filters by: its key, else its id; any one of several values matches. */
export const BlockFilter = z.object({
  id: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  type: z.string().max(50).optional(),
  operation: Operation.optional(),
  properties: z.looseObject({ operation: Operation.optional() }).optional(),
  value: z.unknown().optional(),
});
export type BlockFilter = z.output<typeof BlockFilter>;
