import { isObject } from "#core/is-object.ts";
import { type BlockFilter, COMPARISON_PREFIXES, type Comparison } from "./filter-schema.ts";
import type { Block } from "./schema.ts";

const NUMBER_FILTER = /^(>=|<=|==|[><=~])?\s*(-?\d{1,15}(?:\.\d{1,15})?)$/;

const COMPARATORS: Record<Comparison, (value: number, wanted: number) => boolean> = {
  equals: (value, wanted) => value === wanted,
  greater_than: (value, wanted) => value > wanted,
  less_than: (value, wanted) => value < wanted,
  greater_than_or_equal: (value, wanted) => value >= wanted,
  less_than_or_equal: (value, wanted) => value <= wanted,
  contains: (value, wanted) => String(value).includes(String(wanted)),
};

/**
 * Whether any of the blocks matches a filter. Numbers are compared by the filter's operation or prefix (`>=10`). Texts
 * must be equal or, for `contains`, contain the filter's text in any case; one language is enough. Of a map, every
 * member of the filter must match.
 */
export function hasBlock(blocks: readonly Block[], filter: BlockFilter): boolean {
  const { key, id, value, properties } = filter;
  const operation = filter.operation ?? properties?.operation ?? "equals";
  const wanted = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return blocks.some((block) => {
    const isNamed = key === undefined ? id === undefined || block.id === id : block.key === key;
    if (!isNamed || wanted.length === 0) return isNamed;
    return block.value.some((item) => wanted.some((one) => valueMatches(item, one, operation)));
  });
}

function valueMatches(value: unknown, wanted: unknown, operation: Comparison): boolean {
  if (typeof value === "number") return numberMatches(value, wanted, operation);
  if (typeof value === "string" && typeof wanted === "string") {
    if (operation !== "contains") return value === wanted;
    return value.toLowerCase().includes(wanted.toLowerCase());
  }
  if (!isObject(value)) return JSON.stringify(value) === JSON.stringify(wanted);
  if (!isObject(wanted)) return Object.values(value).some((text) => valueMatches(text, wanted, operation));
  return Object.entries(wanted).every(([name, one]) => valueMatches(value[name], one, operation));
}

function numberMatches(value: number, wanted: unknown, operation: Comparison): boolean {
  if (typeof wanted === "number") return COMPARATORS[operation](value, wanted);
  const [, prefix, digits] = (typeof wanted === "string" && NUMBER_FILTER.exec(wanted.trim())) || [];
  if (digits === undefined) return false;
  return COMPARATORS[(prefix && COMPARISON_PREFIXES[prefix]) || operation](value, Number(digits));
}
