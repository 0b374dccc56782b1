import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#functions/manifest.ts";
import { committedText, guideTexts, routesText, servedText, snapshots } from "#infra/commands/snapshot.ts";
import { recordsText } from "#infra/commands/stored-fields.ts";
import { entriesWithoutPath, pathShape, publishedEntries } from "./interface.ts";

const PUBLISHED_COUNT = 177;
const ROOT = join(import.meta.dirname, "../..");

const published = publishedEntries();
const knownShapes = new Set([...published, ...entriesWithoutPath()].map(pathShape));
const servedShapes = new Set(operations.map(pathShape));

describe("the published interface", () => {
  test("has 177 distinct operations with one name for each path slot", () => {
    expect(published).toHaveLength(PUBLISHED_COUNT);
    expect(new Set(published.map(pathShape)).size).toBe(PUBLISHED_COUNT);
    const generic = published.filter(({ path }) => path.includes("{id}"));
    expect(generic).toEqual([]);
  });

  test("is served as its snapshot says", () => {
    const count = published.filter((each) => servedShapes.has(pathShape(each))).length;
    console.info(`${count} of ${PUBLISHED_COUNT} published operations are served.`);
    for (const [section, list] of Map.groupBy(published, (each) => each.section)) {
      const here = list.filter((each) => servedShapes.has(pathShape(each))).length;
      if (here < list.length) console.info(`  ${section}: ${here} of ${list.length}`);
    }
    expect(count).toBeLessThanOrEqual(PUBLISHED_COUNT);
  });

  test("keeps every operation that was served once", () => {
    const lost = linesOf("served.txt").filter((line) => {
      const [method = "", path = ""] = line.split(" ");
      return !servedShapes.has(pathShape({ method, path }));
    });
    expect(lost).toEqual([]);
  });

  test("is all that is served, except marked extensions", () => {
    const unknown = operations.filter((each) => !each.extension && !knownShapes.has(pathShape(each)));
    const unknownLines = unknown.map(({ id, method, path }) => `${id}: ${method} ${path}`);
    expect(
      unknownLines,
      "What the published interface does not list says `extension: true` in its routes.ts",
    ).toEqual([]);
  });

  test("has no operation that is marked as an extension", () => {
    const mistaken = operations.filter((each) => each.extension && knownShapes.has(pathShape(each)));
    expect(mistaken.map(({ id }) => id)).toEqual([]);
  });
});

describe("operations", () => {
  test("have unique ids, methods and paths, and one name for each path slot", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(servedShapes.size).toBe(operations.length);
    const names = new Map<string, Set<string>>();
    for (const { path } of operations) {
      for (const [before, slot] of slotsOf(path))
        names.set(before, (names.get(before) ?? new Set()).add(slot));
    }
    const several = [...names]
      .filter(([, slots]) => slots.size > 1)
      .map(([before, slots]) => `${before}: ${[...slots]}`);
    expect(several).toEqual([]);
  });
});

describe("the reviewed snapshots", () => {
  test("are current; npm run routes writes them", async () => {
    for (const [name, text] of Object.entries(await snapshots()))
      expect(committedText(name), name).toBe(text);
  });

  test("in the guides' state tables are current; npm run routes writes them", () => {
    for (const [file, text] of Object.entries(guideTexts()))
      expect(readFileSync(join(ROOT, file), "utf8"), file).toBe(text);
  });

  test("list operations by path, in any order of the manifest", () => {
    expect(routesText([...operations].reverse())).toBe(routesText(operations));
    expect(servedText([...operations].reverse())).toBe(servedText(operations));
  });
});

describe("stored records", () => {
  const kind = (fields: z.ZodRawShape) => [{ name: "form", schema: z.object({ id: z.string(), ...fields }) }];
  const before = recordsText(kind({}), "");

  test("may get a new field with a default, or be of a new kind", () => {
    expect(recordsText(kind({ color: z.string().default("red") }), before)).toBe(
      "form.id: string\nform.color?: string\n",
    );
    expect(recordsText(kind({ color: z.string() }), "page.id: string\n")).toContain("form.color: string\n");
  });

  test("may not get a new required field; the error says what to do", () => {
    const needed = kind({ color: z.string(), sizes: z.array(z.object({ width: z.int() })).default([]) });
    expect(() => recordsText(needed, before)).toThrow(
      /required: form\.color\. .*\n.*default.*\n.*npm run routes/,
    );
    const wider = kind({ sizes: z.array(z.object({ width: z.int() })).default([]) });
    const deeper = kind({ sizes: z.array(z.object({ width: z.int(), height: z.int() })).default([]) });
    expect(() => recordsText(deeper, recordsText(wider, before))).toThrow("form.sizes[].height");
  });
});

function linesOf(name: string): string[] {
  return committedText(name).split("\n").filter(Boolean);
}

/** Each path slot with the path before it, without slot names. */
function slotsOf(path: string): [before: string, slot: string][] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: slot = "", index }) => [
    path.slice(0, index).replace(/\{[^}]+\}/g, "{}"),
    slot,
  ]);
}
