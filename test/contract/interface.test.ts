import { describe, expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { committed, routesText, servedText, snapshots } from "#infra/snapshot.ts";
import { documented, shape, uncounted } from "./interface.ts";

const PUBLISHED = 177;

const published = documented();
const known = new Set([...published, ...uncounted()].map(shape));
const served = new Set(operations.map(shape));

describe("the published interface", () => {
  test("is 177 operations, each once, with one name for a slot", () => {
    expect(published).toHaveLength(PUBLISHED);
    expect(new Set(published.map(shape)).size).toBe(PUBLISHED);
    const generic = published.filter(({ path }) => path.includes("{id}"));
    expect(generic).toEqual([]);
  });

  test("is served as far as this says", () => {
    const count = published.filter((each) => served.has(shape(each))).length;
    console.info(`${count} of ${PUBLISHED} published operations are served.`);
    for (const [section, list] of Map.groupBy(published, (each) => each.section)) {
      const here = list.filter((each) => served.has(shape(each))).length;
      if (here < list.length) console.info(`  ${section}: ${here} of ${list.length}`);
    }
    expect(count).toBeLessThanOrEqual(PUBLISHED);
  });

  test("never loses an operation that was served once", () => {
    const lost = linesOf("served.txt").filter((line) => {
      const [method = "", path = ""] = line.split(" ");
      return !served.has(shape({ method, path }));
    });
    expect(lost).toEqual([]);
  });

  test("is all that is served, but for what is marked as an extension", () => {
    const unknown = operations.filter((each) => !each.extension && !known.has(shape(each)));
    expect(unknown.map(({ id, method, path }) => `${id}: ${method} ${path}`)).toEqual([]);
  });

  test("has nothing in it that is marked as an extension", () => {
    const mistaken = operations.filter((each) => each.extension && known.has(shape(each)));
    expect(mistaken.map(({ id }) => id)).toEqual([]);
  });
});

describe("operations", () => {
  test("have one id, one method and path each, and one name for a slot at a place", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(served.size).toBe(operations.length);
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
    for (const [name, text] of Object.entries(await snapshots())) expect(committed(name), name).toBe(text);
  });

  test("list operations by path, whatever the order of the manifest", () => {
    expect(routesText([...operations].reverse())).toBe(routesText(operations));
    expect(servedText([...operations].reverse())).toBe(servedText(operations));
  });
});

function linesOf(name: string): string[] {
  return committed(name).split("\n").filter(Boolean);
}

/** Each slot of a path with the path before it, slots nameless. */
function slotsOf(path: string): [before: string, slot: string][] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: slot = "", index }) => [
    path.slice(0, index).replace(/\{[^}]+\}/g, "{}"),
    slot,
  ]);
}
