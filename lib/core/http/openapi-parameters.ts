import * as z from "zod";
import type { Components } from "./components.ts";
import { lowerWords, type Operation, slotsOf } from "./contract.ts";
import type { DescribeField } from "./field-descriptions.ts";

type Json = Record<string, unknown>;

/** The parameters of an operation: its path, its query, its headers. */
export function parameters(
  operation: Operation,
  components: Components,
  describeField: DescribeField,
): Json[] {
  return [
    ...pathParameters(operation.path),
    ...queryParameters(operation, components, describeField),
    ...idempotencyKey(operation),
  ];
}

function pathParameters(path: string): Json[] {
  return slotsOf(path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: slotText(name),
    schema: { type: "string" },
  }));
}

function queryParameters(
  { query, domain }: Operation,
  components: Components,
  describeField: DescribeField,
): Json[] {
  if (!query) return [];
  const all = components.add(query, "input", domain);
  const { properties = {}, required = [] } = components.resolve(all) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const described = Object.entries(properties).map(([name, { description: _, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...describeField({ domain }, `?${name}`),
    ...exampleIn(query, name),
    schema,
  }));
  return described.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ required, deprecated }: { required: boolean; deprecated?: true }): number {
  if (deprecated) return 2;
  return required ? 0 : 1;
}

function exampleIn(query: z.ZodType, name: string): Json {
  const field = query instanceof z.ZodObject ? query.shape[name] : undefined;
  const [example] = (field?.meta()?.examples ?? []) as unknown[];
  return example === undefined ? {} : { example };
}

function idempotencyKey({ method }: Operation): Json[] {
  if (method !== "POST") return [];
  const description = "Makes a repeated request answer what the first one answered. Kept for 24 hours.";
  return [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 255 }, description }];
}

/** `Id of the promo code.` for `promoCodeId`. */
function slotText(slot: string): string {
  const words = lowerWords(slot, " ").replaceAll("_", " ");
  return words.endsWith(" id") ? `Id of the ${words.slice(0, -3)}.` : `The ${words}.`;
}
