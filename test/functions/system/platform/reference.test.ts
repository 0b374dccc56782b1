import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";

const text = JSON.stringify(document);
const { components, tags }: { components: { schemas: object }; tags: { description: string }[] } =
  JSON.parse(text);

test("the reference has named schemas, and every reference leads to one", () => {
  const names = new Set(Object.keys(components.schemas));
  for (const name of ["Store", "Form", "Submission", "Reservation", "Product", "Order", "Cart", "FormPage"]) {
    expect(names).toContain(name);
  }
  const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = ""]) =>
    name.replace("#/components/schemas/", ""),
  );
  expect(used.filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

test("every module of schemas gives its names to the reference", () => {
  const root = join(import.meta.dirname, "../../../..");
  const listed = readFileSync(join(root, "functions/schemas.ts"), "utf8");
  const files = globSync("lib/*/*/*schema.ts", { cwd: root });
  expect(files.filter((file) => !listed.includes(`"#${file.replace(/^lib\/core\//, "core/")}"`))).toEqual([]);
});

test("every domain has a description, and no operation calls itself an extension", () => {
  expect(tags.map(({ description }) => description)).not.toContain("");
  expect(text).not.toContain("extension of the documented interface");
  expect(tags.length).toBe(new Set(operations.map(({ domain }) => domain)).size);
});

test("a limit is a whole number", () => {
  expect(text).toContain('"name":"limit"');
  expect(text).not.toMatch(/"name":"limit"[^}]*"schema":\{"type":"string"/);
});
