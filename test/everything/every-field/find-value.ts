import { isDeepStrictEqual } from "node:util";
import type { BodyValue } from "#test/support/complete-body.ts";
import type { Recipe } from "./recipe.ts";

/**
 * Whether an answer has a value at its path, or at the path that its recipe names, in snake or camel case.
 */
export function hasValue(answer: unknown, leaf: BodyValue, { at = {} }: Pick<Recipe, "at">): boolean {
  const [named, printed] = [at[leaf.declared] ?? []].flat();
  const place = typeof named === "string" ? resolvePath(named, leaf) : leaf.at;
  const value = typeof printed === "function" ? printed(leaf.value) : leaf.value;
  return valuesAt(answer, place.split(/\.|(?=\[)/)).some((found) => isSame(found, value));
}

/** Fills in indexes and names: `items[].from` of the third item is `items[2].from`. */
function resolvePath(named: string, { at, declared }: BodyValue): string {
  const indexes = [...at.matchAll(/\[\d+\]/g)].map(([index]) => index);
  const parts = at.replace(/\[\d+\]/g, "[]").split(".");
  const names = declared.split(".").flatMap((part, index) => (part === "*" ? [parts[index] ?? ""] : []));
  return named.replace(/\[\]/g, () => indexes.shift() ?? "[0]").replace(/\*/g, () => names.shift() ?? "");
}

function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  const index = /^\[(-?\d+)\]$/.exec(step)?.[1];
  if (index !== undefined) return Array.isArray(value) ? valuesAt(value.at(Number(index)), rest) : [];
  const names = new Set([step, snakeCase(step), camelCase(step)]);
  return [...names].flatMap((name) =>
    Object.hasOwn(value, name) ? valuesAt(Reflect.get(value, name), rest) : [],
  );
}

// Ignores the case of letters, in which some words are stored otherwise than sent.
function isSame(found: unknown, sent: unknown): boolean {
  const texts = typeof found === "string" && typeof sent === "string";
  return texts ? found.toLowerCase() === sent.toLowerCase() : isDeepStrictEqual(found, sent);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
