// Alone: it compares declared records, and other tests load more of them.
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { whenUsed } from "#core/when-used.ts";
import { operations, workers } from "#functions/manifest.ts";
import { computedModules } from "#infra/build-plugins.ts";
import { schemasWhenUsed, withSchemasWhenUsed } from "#infra/build-schemas.ts";
import { type AnyEntity, entities } from "#lib/system/deletion/records.ts";

const folder = resolve(".build", `schemas-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROOT = resolve(import.meta.dirname, "../..");
const ENTRY_SOURCE = [
  'export * from "#functions/manifest.ts";',
  'export * from "#lib/system/deletion/records.ts";',
  'export * from "#core/when-used.ts";',
].join("\n");

/** Adds the export `lazySchemas` with all schemas that the build makes lazy. */
const captureLazySchemas: esbuild.Plugin = {
  name: "capture-lazy-schemas",
  setup({ onLoad }) {
    onLoad({ filter: /when-used\.ts$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8").replace("export function whenUsed", "function put")}
const lazySchemas = [], whenUsed = (make) => lazySchemas[lazySchemas.push(put(make)) - 1]; export { lazySchemas, whenUsed };`,
      loader: "ts",
    }));
  },
};

const LAZY_CALL = "/* @__PURE__ */ whenUsed$(() => ";
const ZOD_IMPORT = 'import * as z from "zod"; ';
const MADE_UP_FILE = join(ROOT, "lib/content/forms/made-up.ts");

/** Expects that the build makes lazy exactly the schemas between angles. */
function expectLazy(text: string): void {
  const made = withSchemasWhenUsed((ZOD_IMPORT + text).replaceAll(/[«»]/g, ""), MADE_UP_FILE);
  expect(made.slice(made.indexOf(ZOD_IMPORT))).toBe(
    ZOD_IMPORT + text.replaceAll("«", LAZY_CALL).replaceAll("»", ")"),
  );
}

describe("what the build makes lazy", () => {
  test.each([
    ["a schema with nested schemas", "export const Form = «z.object({ id: z.string().max(3) })»;"],
    ["a schema without a constant", "const all = { on: «z.boolean()», at: [«z.iso.date()»] };"],
    [
      "a schema derived from another, whatever its name",
      'const form = «z.object({})», other = form; const x = «other.omit({ id: true })», y = «form.pick("id")»;',
    ],
    [
      "a schema derived from one in another file",
      'import { Form as Kept } from "./schema.ts"; const all = [«Kept.pick({ id: true })»];',
    ],
    [
      "a schema from a marked function, here or elsewhere",
      `import { page, queryInt as int } from "#core/http/page.ts"; /** Mine. @schema */
function mine() { return z.string(); }
const FormPage = «page(z.string())», limit = { a: «int(1, 2).optional()», b: «mine()» };`,
    ],
    ["the schema of a message", 'const Purge = message("purge", «z.union([A, B])»);'],
  ])("%s", (_what, text) => expectLazy(text));

  test.each([
    [
      "a schema made inside a function",
      "function page() { return z.object({}); }\nconst f = () => z.string();",
    ],
    ["a schema in a class", "class Store { schema = z.object({}); }"],
    ["other functions of zod", "export const says = z.registry(); const { id } = Form.shape;"],
    ["a number", "const LARGEST = Math.max(1, 2);"],
    ["a result", 'import { Form } from "./schema.ts"; const text = Form.parse({}).name.trim();'],
    [
      "a name that only looks like a schema or its maker",
      'import { FIELD_TYPES } from "./schema.ts"; const Form = make(), FormPage = page(Form); const a = [Form.optional(), FIELD_TYPES.max(1)];',
    ],
    [
      "other constants",
      "const DAY = hours(24), V = Symbol(), all = Object.freeze([]); const table = entity({ schema: Form });",
    ],
  ])("not %s", (_what, text) => {
    expect(withSchemasWhenUsed(ZOD_IMPORT + text, MADE_UP_FILE)).toBe(ZOD_IMPORT + text);
  });

  test("keeps each line of the module in its place", () => {
    const made = withSchemasWhenUsed(
      'import * as z from "zod";\n\nconst A = z\n  .string()\n  .max(3);\nconst b = 1;\n',
      MADE_UP_FILE,
    );
    expect(made.split("\n").at(5)).toBe("const b = 1;");
  });
});

describe("a lazy schema", () => {
  const counted = (make: () => z.ZodType) => {
    const made = { times: 0 };
    const schema = whenUsed(() => {
      made.times += 1;
      return make();
    });
    return { made, schema };
  };

  test("is made once, at its first use", () => {
    const { made, schema } = counted(() => z.string().max(3));
    const list = z.object({ codes: z.array(schema).optional() });
    expect(made.times).toBe(0);
    expect(list.safeParse({ codes: ["abc"] }).success).toBe(true);
    expect(list.safeParse({ codes: ["abcd"] }).success).toBe(false);
    expect(list.shape.codes.unwrap().element).toBe(schema);
    expect(schema instanceof z.ZodString).toBe(true);
    expect(schema instanceof z.ZodNumber).toBe(false);
    expect(made.times).toBe(1);
  });

  test("is a plain object from then on", () => {
    const { schema } = counted(() => z.string());
    schema.parse("a");
    expect(Object.getPrototypeOf(schema)).toBe(Object.getPrototypeOf(z.string()));
  });

  test("can be inspected and annotated before it is made", () => {
    const { made, schema } = counted(() => z.string());
    const marked = z.registry<{ says: string }>().add(schema, { says: "nothing" });
    expect(made.times).toBe(0);
    expect(marked.get(schema.optional().unwrap() as typeof schema)).toEqual({ says: "nothing" });
    expect("parse" in counted(() => z.string()).schema).toBe(true);
  });

  test("is made again after an error, and must be an object", () => {
    let isReady = false;
    const schema = whenUsed(() => {
      if (!isReady) throw new Error("not yet");
      return z.string();
    });
    expect(() => schema.parse("a")).toThrow("not yet");
    isReady = true;
    expect(schema.parse("a")).toBe("a");
  });
});

test("everything that functions make lazy is a schema", async () => {
  const files = globSync("functions/*/**/*.ts", { cwd: ROOT }).filter((file) => !file.endsWith(".thread.ts"));
  const { lazySchemas } = await bundleModule(
    "functions.mjs",
    [...files.map((file) => `import "./${file}";`), 'export { lazySchemas } from "#core/when-used.ts";'].join(
      "\n",
    ),
  );
  expect(lazySchemas.length).toBeGreaterThan(1000);
  expect(lazySchemas.filter((made) => !(made instanceof z.ZodType))).toEqual([]);
});

test("operations, workers and records have the same schemas in a bundle as in the sources", async () => {
  const made = (await bundleModule("manifest.mjs", ENTRY_SOURCE)) as BundledModule &
    typeof import("#functions/manifest.ts");
  expect(made.entities().map(storedSchemas)).toEqual(entities().map(storedSchemas));
  expect(made.operations.map(operationSchemas)).toEqual(operations.map(operationSchemas));
  expect(made.workers.map(messageSchemas)).toEqual(workers.map(messageSchemas));
});

type BundledModule = { entities(): AnyEntity[]; lazySchemas: unknown[] };

async function bundleModule(name: string, contents: string): Promise<BundledModule> {
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, name);
  await esbuild.build({
    stdin: { contents, resolveDir: ROOT },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    external: Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).dependencies),
    plugins: [captureLazySchemas, computedModules, schemasWhenUsed],
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href);
}

function operationSchemas({ id, query, body, returns }: Operation) {
  return { id, query: jsonSchemasOf(query), body: jsonSchemasOf(body), returns: jsonSchemasOf(returns) };
}

function storedSchemas({ name, schema }: AnyEntity) {
  return { name, schema: jsonSchemasOf(schema) };
}

function messageSchemas({ id, trigger }: Worker) {
  return { id, schema: "message" in trigger ? jsonSchemasOf(schemaOf(trigger.message)) : undefined };
}

function schemaOf(message: object): unknown {
  return "worker" in message && "schema" in message ? message.schema : message;
}

function jsonSchemasOf(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return schema;
  const options = { unrepresentable: "any", cycles: "ref" } as const;
  return [
    z.toJSONSchema(schema, { ...options, io: "input" }),
    z.toJSONSchema(schema, { ...options, io: "output" }),
  ];
}
