import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#functions/manifest.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { EVENT_ALIASES } from "#lib/system/platform/known-events.ts";
import { ROOT } from "#test/doors/blocks.ts";

const page = readFileSync(join(ROOT, "lib/core/changes.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| `.*\d{4}-\d\d-\d\d \|$/.test(line))
  .map((line) => line.split("|").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)));

/** Each alias with the meaning that its row has for it, or for all its aliases. */
const meaningRows = rows.flatMap(([, names = [], meanings = []]) =>
  names.map((name, at) => [name, meanings.length === 1 ? meanings[0] : meanings[at]]),
);

test("the page of changes explains each alias of an event, and since when it exists", () => {
  const meaningByName = new Map(meaningRows.map(([name, meaning]) => [name, meaning]));
  expect(Object.entries(EVENT_ALIASES).filter(([name, own]) => meaningByName.get(name) !== own)).toEqual([]);
  const events = meaningRows.filter(([name = ""]) => /^[a-z_]+\.[a-z_]+$/.test(name));
  expect(events.filter(([name = ""]) => !Object.hasOwn(EVENT_ALIASES, name))).toEqual([]);
});

test("no alias of an event is an announced event", () => {
  expect(Object.keys(EVENT_ALIASES).filter((name) => EVENT_TYPES.some((type) => type === name))).toEqual([]);
});

test("the page of changes names each alias path of a write", () => {
  const second = operations.filter(({ method }) => method !== "GET").flatMap(({ also = [] }) => also);
  const listed = second.filter((path) => page.includes(path.replace("/{uploadId}/complete", "")));
  expect(second.length).toBeGreaterThan(2);
  expect(listed).toEqual(second);
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function requiredFields(body: z.ZodType): string[] {
  const {
    required = [],
    anyOf = [],
    oneOf = [],
  } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return [required, ...[...anyOf, ...oneOf].map((each) => each.required ?? [])].flat();
}

test("no body requires what the path has already", () => {
  const repeated = operations.flatMap(({ id, path, body, bodyKind = "json" }) => {
    const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => snake(slot));
    if (body === undefined || bodyKind !== "json") return [];
    return requiredFields(body)
      .filter((field) => slots.includes(snake(field)))
      .map((field) => `${id}: ${field}`);
  });
  expect(repeated).toEqual([]);
});
