import { expect, test } from "vitest";
import { workers } from "#functions/manifest.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { sources } from "./sources.ts";

test("every declared message is taken by the worker of its name", () => {
  const declared = sources
    .filter(({ path }) => path.startsWith("lib/"))
    .flatMap(({ text }) => [...text.matchAll(/= message\(\s*"(\w+)"/g)].map(([, name]) => name));
  const taken = workers.flatMap(({ trigger }) =>
    trigger.kind === "queue" && "worker" in trigger.message ? [trigger.message.worker] : [],
  );
  expect(declared.toSorted()).toEqual(taken.toSorted());
  expect(declared.length).toBeGreaterThan(0);
});

test("every worker watches or counts existing kinds of records", () => {
  const kinds = new Set(entities().map(({ name }) => name));
  const named = workers.flatMap(({ watches = [], wakesOnChangesOf = [] }) =>
    [watches, wakesOnChangesOf].flat(),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !kinds.has(name))).toEqual([]);
});
