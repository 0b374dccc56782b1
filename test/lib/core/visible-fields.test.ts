import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { staffOnly, tenantField, withheldField } from "#core/view-schema.ts";
import { visibleFields } from "#core/visible-fields.ts";

const INNER = "inner";

/** Schemas of any depth, each with values that have more fields than it names. */
const views = fc.letrec<{ view: z.ZodType }>((tie) => ({
  view: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<z.ZodType>(z.string(), z.int().nullable(), z.enum(["a", "b"]), z.boolean().optional()),
    fc
      .dictionary(fc.constantFrom("a", "b", "a b", "constructor", "0"), tie("view"))
      .map((shape) => z.object(shape)),
    tie("view").map((each) => z.array(each)),
    tie("view").map((each) => z.record(z.string(), each)),
    tie("view").map((each) => each.nullable()),
    tie("view").map((each) => each.optional()),
    tie("view").map((each) => z.lazy(() => each)),
  ),
})).view;

function valueFor(view: z.ZodType, extra: boolean): unknown {
  const { def } = (view as unknown as z.core.$ZodTypes)._zod;
  const of = (inner: z.core.$ZodType) => valueFor(inner as z.ZodType, extra);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, of(field)] as const);
      return Object.fromEntries([...fields, ...(extra ? [[INNER, { [INNER]: [INNER] }] as const] : [])]);
    }
    case "array":
      return [of(def.element), of(def.element)];
    case "record":
      return { one: of(def.valueType), other: of(def.valueType) };
    case "nullable":
    case "optional":
      return of(def.innerType);
    case "lazy":
      return of(def.getter());
    case "enum":
      return "a";
    case "string":
      return "text";
    case "boolean":
      return true;
    default:
      return 1;
  }
}

test("a view shows the fields that it names, at every depth, and does not change its input", () => {
  fc.assert(
    fc.property(views, (view) => {
      const value = valueFor(view, true);
      const before = JSON.stringify(value);
      const json = JSON.stringify(visibleFields(view)(value));
      expect(JSON.parse(json)).toEqual(valueFor(view, false));
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

test("absent fields are not shown, and values without a declared shape are shown whole", () => {
  const view = z.object({
    a: z.string().optional(),
    b: z.unknown(),
    c: z.looseObject({ d: z.object({ e: z.int() }) }),
  });
  const open = { b: { x: [1] }, c: { d: { e: 1, inner: 1 }, more: 2 }, inner: 3 };
  expect(JSON.stringify(visibleFields(view)(open))).toBe('{"b":{"x":[1]},"c":{"d":{"e":1},"more":2}}');
});

test("a withheld field is shown as null, and a list of nothing as an empty list", () => {
  const view = z.object({ account_id: withheldField(z.string().nullable()), forms: z.array(z.never()) });
  const value: unknown = { account_id: "acc_1", forms: [{ secret: 1 }] };
  expect(visibleFields(view as z.ZodType)(value)).toEqual({ account_id: null, forms: [] });
});

test("a staff field is shown to whom its tenant allows, and is null or absent for others", () => {
  const entry = z.object({ status: z.string(), userId: staffOnly(z.string().optional()) });
  const record = z.object({
    business: tenantField(z.string()),
    by: staffOnly(z.string().nullable()),
    notes: z.record(z.string(), z.array(entry)),
    part: z.union([entry, z.object({ from: z.int() })]).nullable(),
  });
  // The view picks its fields from the stored schema, as real views do.
  const view = z.array(record.pick({ business: true, by: true, notes: true, part: true }));
  const of = (business: string) => ({
    business,
    by: "ada",
    notes: { a: [{ status: "new", userId: "bob" }, { status: "old" }] },
    part: { status: "new", userId: "ada" },
  });
  const checks: unknown[] = [];
  const result = visibleFields(view)([of("b1"), of("b2")], (id, tenant) => {
    checks.push(`${id} of ${tenant}`);
    return tenant === "b2" || id === "bob";
  });
  const shownFirst = { ...of("b1"), by: null, part: { status: "new" } };
  expect(JSON.parse(JSON.stringify(result))).toEqual([shownFirst, of("b2")]);
  expect(checks).toHaveLength(6);
  // Events and webhooks go to the tenant, so they show all fields.
  expect(visibleFields(view)([of("b1")])).toEqual([of("b1")]);
  expect(visibleFields(view)([{ ...of("b1"), by: null, part: null }], () => false)[0]).toMatchObject({
    by: null,
    part: null,
  });
});

test("a union shows the option that the value's own fields identify", () => {
  const line = z.discriminatedUnion("type", [
    z.object({ type: z.literal("product"), quantity: z.int() }),
    z.object({ type: z.literal("service"), slots: z.array(z.object({ from: z.int() })) }),
  ]);
  const show = visibleFields(z.array(z.union([z.string(), line])) as z.ZodType);
  expect(
    show([
      "text",
      { type: "product", quantity: 1, slots: [], inner: 1 },
      { type: "service", quantity: 1, slots: [{ from: 1, inner: 1 }] },
    ]),
  ).toEqual(["text", { type: "product", quantity: 1 }, { type: "service", slots: [{ from: 1 }] }]);
  expect(() => show([{ type: "voucher" }])).toThrow("shows nothing of this kind");
});

test("of two options that fit a value, a union shows the one that names more of its fields", () => {
  const slot = z.object({ from: z.int() });
  const explained = z.object({ from: z.int(), reason: z.string() });
  const show = visibleFields(z.union([z.array(slot), z.array(explained)]));
  expect(show([{ from: 1, reason: "booked" }])).toEqual([{ from: 1, reason: "booked" }]);
  expect(show([{ from: 1 }])).toEqual([{ from: 1 }]);
  expect(show([])).toEqual([]);
});

test("a recursive schema shows recursive values", () => {
  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node);
    },
  });
  const value = { name: "a", inner: 1, children: [{ name: "b", inner: 1, children: [] }] };
  expect(visibleFields(Node)(value)).toEqual({ name: "a", children: [{ name: "b", children: [] }] });
});

test("a view shows the output of a pipe, and a bare transform is no view", () => {
  const either = z.preprocess(
    (sent) => (typeof sent === "string" ? { code: sent } : sent),
    z.object({ code: z.string() }),
  );
  const upper = z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(["A", "B"]));
  const view = z.object({ language: either, mode: upper });
  expect(visibleFields(view as z.ZodType)({ language: { code: "de", inner: 1 }, mode: "A" })).toEqual({
    language: { code: "de" },
    mode: "A",
  });
  const made = z.object({ code: z.string() }).transform(({ code }) => ({ id: code, code }));
  expect(() => visibleFields(made as z.ZodType)({ id: "de", code: "de" })).toThrow("ends in a transform");
});
