import { expect, test } from "vitest";
import type { FieldDescriptions } from "#core/http/field-descriptions.ts";
import { openapi } from "#core/http/openapi.ts";
import { fieldDescriptions } from "#functions/field-descriptions.ts";
import { operations } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";
import { schemaModules } from "#functions/schemas.ts";
import { sources } from "./sources.ts";

const HINT = "Say what they mean in field-descriptions.ts of their domain.";

type Json = Record<string, unknown>;

test("every field and parameter of the interface says what it means", () => {
  expect([...undescribedIn(document.components, ""), ...undescribedIn(document.paths, "")], HINT).toEqual([]);
});

test("a field without a description is found at any depth", () => {
  const inner = { type: "object", properties: { said: { description: "Yes." }, unsaid: {} } };
  const list = { type: "array", items: { anyOf: [{ type: "null" }, inner] }, description: "A list." };
  expect(undescribedIn({ Form: { properties: { list } } }, "")).toEqual(["Form.list.unsaid"]);
  expect(undescribedIn({ get: { parameters: [{ name: "limit" }] } }, "")).toEqual(["get?limit"]);
});

test("no domain describes a field that it lacks", () => {
  const used = new Set<string>();
  const watched = Object.entries(fieldDescriptions).map(([domain, own]) => [
    domain,
    recordUse(domain, own, used),
  ]);
  openapi(operations, { schemas: schemaModules, descriptions: Object.fromEntries(watched) });
  const shared = new Set(
    Object.values(fieldDescriptions).flatMap(Object.entries).map(String).filter(makeRepeatCheck()),
  );
  const needless = Object.entries(fieldDescriptions).flatMap(([domain, own]) =>
    Object.entries(own)
      .filter((entry) => !used.has(`${domain} ${entry[0]}`) && !shared.has(String(entry)))
      .map(([name]) => `${domain}: ${name}`),
  );
  expect(needless).toEqual([]);
});

test("the descriptions of every domain are listed", () => {
  const files = sources.filter(({ text }) => /^export const FIELD_DESCRIPTIONS/m.test(text));
  expect(Object.keys(fieldDescriptions).length).toBe(files.length);
});

/** Fields and parameters without a description. */
function undescribedIn(part: unknown, at: string): string[] {
  if (Array.isArray(part)) return part.flatMap((item) => undescribedIn(item, at));
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part as Json).flatMap(([key, value]) => {
    if (["default", "enum", "example", "examples", "schemas"].includes(key) && at !== "")
      return key === "schemas" ? undescribedIn(value, at) : [];
    if (key === "properties")
      return Object.entries(Object(value) as Json).flatMap((field) => inField(field, at));
    if (key === "parameters") return (value as Json[]).flatMap((each) => inParameter(each, at));
    const name = /^(get|put|post|delete|schemas|items|anyOf|oneOf|allOf|additionalProperties)$/.test(key);
    return undescribedIn(value, name && at ? at : [at, key].filter(Boolean).join("."));
  });
}

function inField([name, field]: [string, unknown], at: string): string[] {
  const path = `${at}.${name}`;
  return [...(Object(field).description ? [] : [path]), ...undescribedIn(field, path)];
}

function inParameter({ name, description, schema }: Json, at: string): string[] {
  return [...(description ? [] : [`${at}?${name}`]), ...undescribedIn(schema, at)];
}

function recordUse(domain: string, own: FieldDescriptions, used: Set<string>): FieldDescriptions {
  return new Proxy(own, {
    get: (target, name) => {
      used.add(`${domain} ${String(name)}`);
      return Reflect.get(target, name);
    },
  });
}

/** Returns whether a text was seen before. */
function makeRepeatCheck(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => seen.size === seen.add(text).size;
}
