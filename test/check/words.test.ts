import { expect, test } from "vitest";
import { openapi } from "#core/http/openapi.ts";
import type { Words } from "#core/http/words.ts";
import { operations } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";
import { schemaModules } from "#functions/schemas.ts";
import { words } from "#functions/words.ts";
import { sources } from "./sources.ts";

const HINT = "Say what they mean in field-words.ts of their domain.";

type Json = Record<string, unknown>;

test("every field and parameter of the interface says what it means", () => {
  expect([...silent(document.components, ""), ...silent(document.paths, "")], HINT).toEqual([]);
});

test("a field without words is found wherever it stands", () => {
  const inner = { type: "object", properties: { said: { description: "Yes." }, unsaid: {} } };
  const list = { type: "array", items: { anyOf: [{ type: "null" }, inner] }, description: "A list." };
  expect(silent({ Form: { properties: { list } } }, "")).toEqual(["Form.list.unsaid"]);
  expect(silent({ get: { parameters: [{ name: "limit" }] } }, "")).toEqual(["get?limit"]);
});

test("no domain has words for a field that it does not have", () => {
  const used = new Set<string>();
  const watched = Object.entries(words).map(([domain, own]) => [domain, watching(domain, own, used)]);
  openapi(operations, { schemas: schemaModules, words: Object.fromEntries(watched) });
  const shared = new Set(Object.values(words).flatMap(Object.entries).map(String).filter(isTwice()));
  const needless = Object.entries(words).flatMap(([domain, own]) =>
    Object.entries(own)
      .filter((entry) => !used.has(`${domain} ${entry[0]}`) && !shared.has(String(entry)))
      .map(([name]) => `${domain}: ${name}`),
  );
  expect(needless).toEqual([]);
});

test("the words of every domain are listed", () => {
  const files = sources.filter(({ path }) => path.endsWith("/field-words.ts"));
  expect(Object.keys(words).length).toBe(files.length);
});

/** Fields and parameters of a part of the document that have no description. */
function silent(part: unknown, at: string): string[] {
  if (Array.isArray(part)) return part.flatMap((item) => silent(item, at));
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part as Json).flatMap(([key, value]) => {
    if (["default", "enum", "example", "examples", "schemas"].includes(key) && at !== "")
      return key === "schemas" ? silent(value, at) : [];
    if (key === "properties")
      return Object.entries(Object(value) as Json).flatMap((field) => inField(field, at));
    if (key === "parameters") return (value as Json[]).flatMap((each) => inParameter(each, at));
    const name = /^(get|put|post|delete|schemas|items|anyOf|oneOf|allOf|additionalProperties)$/.test(key);
    return silent(value, name && at ? at : [at, key].filter(Boolean).join("."));
  });
}

function inField([name, field]: [string, unknown], at: string): string[] {
  const path = `${at}.${name}`;
  return [...(Object(field).description ? [] : [path]), ...silent(field, path)];
}

function inParameter({ name, description, schema }: Json, at: string): string[] {
  return [...(description ? [] : [`${at}?${name}`]), ...silent(schema, at)];
}

function watching(domain: string, own: Words, used: Set<string>): Words {
  return new Proxy(own, {
    get: (target, name) => {
      used.add(`${domain} ${String(name)}`);
      return Reflect.get(target, name);
    },
  });
}

/** Keeps what it has seen before. */
function isTwice(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => seen.size === seen.add(text).size;
}
