import { expect, test } from "vitest";
import type * as z from "zod";
import { eventViews } from "#core/events.ts";
import { operations } from "#functions/manifest.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { walk } from "#test/support/schemas.ts";
import { sources } from "./sources.ts";

test("no answer and no event shows an object as it is stored: each has a view that names its fields", () => {
  const stored = new Map<object, string>();
  for (const { name, schema } of entities()) {
    walk(schema, ({ _zod: { def } }, path) => {
      if (def.type === "object" && !stored.has(def)) stored.set(def, [name, path].filter(Boolean).join("."));
    });
  }
  const shown: [string, z.ZodType][] = [
    ...operations.flatMap(({ id, returns }): [string, z.ZodType][] =>
      typeof returns === "string" ? [] : [[id, returns]],
    ),
    ...eventViews().map(({ resource, shows }): [string, z.ZodType] => [`events of ${resource}`, shows]),
  ];
  const whole = new Map<string, string>();
  for (const [where, view] of shown) {
    walk(view, ({ _zod: { def } }, path) => {
      const name = stored.get(def);
      if (name !== undefined && !whole.has(name)) whole.set(name, `${where} at ${path || "the top"}`);
    });
  }
  expect([...whole].map(([name, where]) => `${name} is in ${where}`)).toEqual([]);
});

test("no schema is made of another by what it leaves out", () => {
  const made = sources.filter(({ path, text }) => /^(lib|functions)\//.test(path) && /\.omit\(/.test(text));
  expect(made.map(({ path }) => path)).toEqual([]);
});

test("every type of event that is published has a view, and no other has one", () => {
  const types = new Set(eventViews().flatMap(({ events }) => events));
  expect([...types].sort()).toEqual(EVENT_TYPES);
});
