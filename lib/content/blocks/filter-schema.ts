import * as z from "zod";
import { anyCase } from "#core/http/page.ts";

/** Comparisons of a stored number with the number of a filter. */
export const COMPARISONS = [
  "equals",
  "greater_than",
  "less_than",
  "greater_than_or_equal",
  "less_than_or_equal",
  "contains",
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The comparison that each prefix of a filter such as `>=10` means. */
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

/** A filter by the values of the block that `key` or else `id` names; one matching value is enough. */
export const BlockFilter = z.object({
  id: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  type: z.string().max(50).optional(),
  operation: Operation.optional(),
  properties: z.looseObject({ operation: Operation.optional() }).optional(),
  value: z.unknown().optional(),
});
export type BlockFilter = z.output<typeof BlockFilter>;
