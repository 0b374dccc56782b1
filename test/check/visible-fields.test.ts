import { expect, test } from "vitest";
import type * as z from "zod";
import { eventViews } from "#core/events.ts";
import { isStaffOnly, isWithheld } from "#core/view-schema.ts";
import { operations } from "#functions/manifest.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { walk } from "#test/support/schemas.ts";
import { sources } from "./sources.ts";

test("no answer or event shows a stored object: each has a view that lists its fields", () => {
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
  const storedObjects = new Map<string, string>();
  for (const [where, view] of shown) {
    walk(view, ({ _zod: { def } }, path) => {
      const name = stored.get(def);
      if (name !== undefined && !storedObjects.has(name))
        storedObjects.set(name, `${where} at ${path || "the top"}`);
    });
  }
  expect([...storedObjects].map(([name, where]) => `${name} is in ${where}`)).toEqual([]);
});

/** Account ids in answers that are the caller's or a customer's, never those of other members of staff. */
const NOT_STAFF_FIELDS =
  /^(loginUser|refreshUser|refreshUserByAlias|confirmUser)\.userId$|eservation.*\.accountId$/;

test("each account id in answers to non-staff says from whom it is hidden", () => {
  const open = new Set<string>();
  for (const { id, needs, returns } of operations) {
    if (typeof returns === "string" || ["READ", "WRITE", "ADMIN", "super"].includes(String(needs))) continue;
    walk(returns, (schema, path) => {
      if (schema._zod.def.type !== "object") return;
      for (const [name, field] of Object.entries(schema._zod.def.shape)) {
        const where = [id, path, name].filter(Boolean).join(".");
        const isNamed = /(^|_)(user|account|person)_?id$/i.test(name);
        if (isNamed && !isStaffOnly(field) && !isWithheld(field) && !NOT_STAFF_FIELDS.test(where))
          open.add(where);
      }
    });
  }
  expect([...open]).toEqual([]);
});

test("no schema is derived by omitting fields", () => {
  const made = sources.filter(({ path, text }) => /^(lib|functions)\//.test(path) && /\.omit\(/.test(text));
  expect(made.map(({ path }) => path)).toEqual([]);
});

test("exactly the published event types have a view", () => {
  const types = new Set(eventViews().flatMap(({ events }) => events));
  expect([...types].sort()).toEqual(EVENT_TYPES);
});
