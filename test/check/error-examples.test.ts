import { expect, test } from "vitest";
import { errorsOf } from "#core/http/openapi.ts";
import { errorExamples } from "#functions/error-examples.ts";
import { operations } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";

type Json = Record<string, unknown>;
interface Shown {
  at: string;
  code: string;
  template: string;
  message: string;
  fields: string[];
  ofOperation: string[];
}

const { paths, components }: { paths: Json; components: { schemas: Json } } = JSON.parse(
  JSON.stringify(document),
);
const shown = Object.values(paths).flatMap((methods) =>
  Object.values(Object(methods)).flatMap((operation) => shownIn(Object(operation))),
);

test("the message of an example is the one of an answer, with all its slots filled", () => {
  expect(shown.filter(({ message }) => /[{}]|undefined/.test(message)).map(({ at }) => at)).toEqual([]);
  expect(shown.length).toBeGreaterThan(3000);
});

test("the example of a refused input names a field that its operation has", () => {
  const refused = shown.filter(({ code }) => code === "GENERAL.VALIDATION_FAILED");
  const wrong = refused.filter(
    ({ fields, ofOperation }) =>
      fields.length === 0 || !fields.every((field) => ofOperation.includes(/^\w+/.exec(field)?.[0] ?? "")),
  );
  expect(wrong.map(({ at, fields }) => `${at}: ${fields.join(", ")}`)).toEqual([]);
});

test("a missing record is named as the path names it", () => {
  const missing = shown.filter(({ at, code }) => at.startsWith("getForm ") && code === "GENERAL.NOT_FOUND");
  expect(missing.map(({ message }) => message)).toEqual([
    "Form form_01j9z3k4m5n6p7q8r9s0t1v2w3 was not found in this store.",
  ]);
});

test("each listed value is of a slot of its code, and each code with slots is listed", () => {
  const templates = new Map(operations.flatMap(errorsOf).map(({ code, template }) => [code, template]));
  const ofMessages = Object.entries(errorExamples).filter(([key]) => !key.startsWith("{"));
  const wrong = ofMessages.filter(([key, values]) => {
    const slots = [...(templates.get(key.split(" ").at(-1) ?? "") ?? "").matchAll(/\{(\w+)\}/g)];
    return [...new Set(slots.map(([, slot]) => slot))].sort().join() !== Object.keys(values).sort().join();
  });
  expect(wrong.map(([key]) => key)).toEqual([]);
});

function shownIn({ operationId, parameters = [], requestBody, responses }: Json): Shown[] {
  const { schema } = Object(Object(Object(requestBody).content)["application/json"]);
  const named = (parameters as Json[]).map(({ name }) => String(name));
  // An operation without any input refuses names that no operation can read.
  const ofOperation = ["__proto__", ...named, ...fieldsOf(schema)];
  return Object.values(Object(responses)).flatMap((answer) => {
    const { examples = {} } = Object(Object(Object(answer).content)["application/json"]);
    return Object.entries(Object(examples)).map(([code, example]): Shown => {
      const { summary, value } = Object(example);
      const fields = value.validationErrors.map(({ field }: { field: string }) => field);
      const at = `${operationId} ${code}`;
      return { at, code, template: String(summary), message: value.message, fields, ofOperation };
    });
  });
}

function fieldsOf(schema: unknown): string[] {
  const { $ref, properties = {}, anyOf = [], oneOf = [], allOf = [] } = Object(schema);
  if (typeof $ref === "string") return fieldsOf(components.schemas[$ref.split("/").at(-1) ?? ""]);
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(fieldsOf)];
}
