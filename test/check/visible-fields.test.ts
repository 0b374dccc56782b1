import { expect, test } from "vitest";
import type * as z from "zod";
import { eventViews } from "#core/events.ts";
import { isStaffOnly, isWithheld } from "#core/view-schema.ts";
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

/** Who calls, or a customer: nobody of staff whom the caller does not know. */
const NO_STAFF = /^(loginUser|refreshUser|refreshUserByAlias|confirmUser)\.userId$|eservation.*\.accountId$/;

test("each field of an answer to others than staff that names an account says whom it is hidden from", () => {
  const open = new Set<string>();
  for (const { id, needs, returns } of operations) {
    if (typeof returns === "string" || ["READ", "WRITE", "ADMIN", "super"].includes(String(needs))) continue;
    walk(returns, (schema, path) => {
      if (schema._zod.def.type !== "object") return;
      for (const [name, field] of Object.entries(schema._zod.def.shape)) {
        const where = [id, path, name].filter(Boolean).join(".");
        const isNamed = /(^|_)(user|account|person)_?id$/i.test(name);
        if (isNamed && !isStaffOnly(field) && !isWithheld(field) && !NO_STAFF.test(where)) open.add(where);
      }
    });
  }
  expect([...open]).toEqual([]);
});

test("no schema is made of another by what it leaves out", () => {
  const made = sources.filter(({ path, text }) => /^(lib|functions)\//.test(path) && /\.omit\(/.test(text));
  expect(made.map(({ path }) => path)).toEqual([]);
});

test("every type of event that is published has a view, and no other has one", () => {
  const types = new Set(eventViews().flatMap(({ events }) => events));
  expect([...types].sort()).toEqual(EVENT_TYPES);
});
