import { expect, test } from "vitest";
import * as z from "zod";
import { Components } from "#core/http/components.ts";
import { document } from "#functions/openapi-document.ts";

const { paths, components }: { paths: object; components: { schemas: object } } = JSON.parse(
  JSON.stringify(document),
);
const names = Object.keys(components.schemas);

test("each schema has a name that a person understands without its module", () => {
  expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([]);
  expect(names.filter((name) => /^(Nested|Legacy)|Data$|EitherForm/.test(name))).toEqual([]);
});

test("an answer has no schema that is named as an input", () => {
  const inAnswers = reached(JSON.stringify(answersIn(paths)));
  expect([...inAnswers].filter((name) => /Input$/.test(name))).toEqual([]);
  expect(inAnswers).toContain("Form");
});

const makeComponents = (modules: Record<string, Record<string, unknown>>) =>
  new Components(modules, () => undefined);

test("two schemas of one name are refused, and none is named by a prefix", () => {
  const [one, other] = [z.object({ a: z.string() }), z.object({ b: z.string() })];
  const clash = makeComponents({ "forms/schema": { Field: one }, "carts/schema": { Field: other } });
  const roots = [clash.add(one, "output", "forms"), clash.add(other, "output", "carts")];
  expect(() => clash.finish(roots)).toThrow("Other schemas have these names already: carts.Field.");
  expect(() => clash.finish(roots.slice(0, 1))).not.toThrow();
});

test("a record with a view gives its name to the view, and is an input where it is sent", () => {
  const Form = z.object({ key: z.string() });
  const FormView = z.object({ key: z.string(), id: z.string() });
  const own = makeComponents({ "forms/schema": { Form, FormView } });
  const roots = [own.add(Form, "input", "forms"), own.add(FormView, "output", "forms")];
  expect(Object.keys(own.finish(roots).schemas)).toEqual(["Form", "FormInput"]);
});

test("a recursive schema without a name is refused, and one with a name has it", () => {
  const Tree: z.ZodType = z.lazy(() => z.union([z.string(), z.array(Tree)]));
  const holder = z.object({ tree: Tree });
  expect(() => makeComponents({}).add(holder, "input", "forms")).toThrow("no module exports");
  const named = makeComponents({ "forms/schema": { Tree } });
  const roots = named.add(holder, "input", "forms");
  expect(Object.keys(named.finish(roots).schemas)).toEqual(["Tree"]);
});

function answersIn(all: object): unknown[] {
  const operations = Object.values(all).flatMap((methods) => Object.values(Object(methods)));
  return operations.flatMap((operation) => Object.values(Object(Object(operation).responses)));
}

/** The names to which a text of JSON refers, directly or through other schemas. */
function reached(text: string, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reached(JSON.stringify(Object(components.schemas)[name]), found);
  }
  return found;
}
