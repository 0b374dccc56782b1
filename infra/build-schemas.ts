import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type * as esbuild from "esbuild";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

const RUNTIME_FILE = resolve(import.meta.dirname, "../lib/core/when-used.ts");

const SCHEMA_METHODS = new Set(
  "array brand catch catchall check default describe exclude extend extract gt gte includes int length loose lt lte max meta min \
multipleOf nonempty nonnegative normalize nullable nullish omit optional or overwrite partial passthrough pick pipe positive \
prefault readonly refine regex required safeExtend startsWith strict superRefine toLowerCase toUpperCase transform trim \
unwrap".split(" "),
);
/** Functions of zod that return no schema, or one that cannot be made lazily. */
const NON_SCHEMAS = new Set(["config", "core", "instanceof", "registry", "toJSONSchema", "treeifyError"]);
/** Namespaces of zod whose functions make schemas. */
const ZOD_NAMESPACES = new Set(["coerce", "iso"]);
/** The tag in the comment of a function that returns a schema. */
const SCHEMA_TAG = "@schema";

/** Names in a module that are bound to schemas, or to functions that return them. */
type SchemaNames = { schemas: Set<string>; makers: Set<string> };

/**
 * Makes schemas lazy. A function loads thousands of them, uses a few dozen in a call, and each costs some 25
 * µs.
 */
export const schemasWhenUsed: esbuild.Plugin = {
  name: "schemas-when-used",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](lib|functions)[\\/].*\.ts$/ }, ({ path }) =>
      /[\\/]node_modules[\\/]/.test(path)
        ? null
        : { contents: withSchemasWhenUsed(readFileSync(path, "utf8"), path), loader: "ts" },
    );
  },
};

const rewrittenTexts = new Map<string, string>();

/**
 * Wraps each schema that a module makes as it loads in `whenUsed`. Line numbers stay the same. A schema is an
 * expression that starts with zod, with a name bound to a schema here or in the imported file, or with a
 * function marked `@schema`.
 */
export function withSchemasWhenUsed(text: string, path: string): string {
  const output = rewrittenTexts.get(path + text) ?? rewrite(text, path);
  rewrittenTexts.set(path + text, output);
  return output;
}

function rewrite(text: string, path: string): string {
  const { found } = parseModule(text, path);
  if (found.length === 0) return text;
  const parts = found.map(
    ({ start, end }, index) =>
      `${text.slice(found[index - 1]?.end ?? 0, start)}/* @__PURE__ */ whenUsed$(() => ${text.slice(start, end)})`,
  );
  const runtime = `import { whenUsed as whenUsed$ } from ${JSON.stringify(RUNTIME_FILE)};`;
  return `${runtime}${parts.join("")}${text.slice(found.at(-1)?.end)}`;
}

// Finds the outermost schemas, in order. Code inside functions does not run as the module loads.
function parseModule(text: string, path: string): { found: ESTree.CallExpression[]; names: SchemaNames } {
  const { program, comments, errors } = parseSync("module.ts", text);
  if (errors[0]) throw new Error(errors[0].message);
  const marks = comments.filter(({ value }) => value.includes(SCHEMA_TAG)).map(({ end }) => end);
  const isMarked = ({ start }: ESTree.Node) =>
    marks.some((end) => /^\s*(export )?$/.test(text.slice(end, start)));
  const names: SchemaNames = { schemas: new Set(), makers: new Set() };
  const found: ESTree.CallExpression[] = [];
  let zod = "";
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    ImportDeclaration({ importKind, source, specifiers }) {
      const from = importKind === "type" ? undefined : importedFile(source.value, path);
      for (const each of specifiers) {
        if (each.type === "ImportNamespaceSpecifier" && source.value === "zod") zod = each.local.name;
        if (each.type === "ImportSpecifier" && from && each.imported.type === "Identifier")
          copyName(schemaNamesIn(from), each.imported.name, names, each.local.name);
      }
    },
    FunctionDeclaration(node) {
      if (depth === 0 && node.id && isMarked(node)) names.makers.add(node.id.name);
      enter();
    },
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ClassBody: enter,
    "ClassBody:exit": leave,
    VariableDeclarator({ id, init }) {
      if (depth > 0 || id.type !== "Identifier" || !init) return;
      if (init.type === "CallExpression" && isSchema(init, zod, names)) names.schemas.add(id.name);
      if (init.type === "Identifier") copyName(names, init.name, names, id.name);
    },
    CallExpression(node) {
      const isOutermost = depth === 0 && node.start >= (found.at(-1)?.end ?? 0);
      if (isOutermost && isSchema(node, zod, names)) found.push(node);
    },
  }).visit(program);
  return { found, names };
}

function copyName(from: SchemaNames, name: string, to: SchemaNames, as: string): void {
  if (from.schemas.has(name)) to.schemas.add(as);
  if (from.makers.has(name)) to.makers.add(as);
}

const namesByFile = new Map<string, SchemaNames>();

function schemaNamesIn(file: string): SchemaNames {
  const names = namesByFile.get(file) ?? parseModule(readFileSync(file, "utf8"), file).names;
  namesByFile.set(file, names);
  return names;
}

/** The path of an imported file of the project; `undefined` for a package. */
function importedFile(name: string, path: string): string | undefined {
  if (!name.endsWith(".ts")) return undefined;
  if (name.startsWith(".")) return resolve(dirname(path), name);
  const [, place, rest = ""] = /^#(\w+)\/(.*)$/.exec(name) ?? [];
  const folder = { core: "lib/core", lib: "lib", functions: "functions" }[place ?? ""];
  return folder && resolve(import.meta.dirname, "..", folder, rest);
}

// True for `z.object(…)`, `Form.extend(…)` and `queryInt(1, 100).optional()`.
function isSchema(call: ESTree.CallExpression, zod: string, { schemas, makers }: SchemaNames): boolean {
  const { root, names } = callChainOf(call);
  if (root === "") return false;
  if (root === zod) return isMadeByZod(names);
  return (makers.has(root) || (schemas.has(root) && names.length > 0)) && areSchemaMethods(names);
}

function isMadeByZod([first = "", ...more]: string[]): boolean {
  const methods = ZOD_NAMESPACES.has(first) ? more.slice(1) : more;
  return !NON_SCHEMAS.has(first) && areSchemaMethods(methods);
}

function areSchemaMethods(names: string[]): boolean {
  return names.every((name) => SCHEMA_METHODS.has(name));
}

/** The first name of a call chain, and the names of the members that follow. */
function callChainOf(call: ESTree.CallExpression): { root: string; names: string[] } {
  const names: string[] = [];
  let at: ESTree.Node = call;
  while (at.type === "CallExpression" || at.type === "MemberExpression") {
    if (at.type === "MemberExpression") {
      names.unshift(at.property.type === "Identifier" && !at.computed ? at.property.name : "");
      at = at.object;
    } else {
      at = at.callee;
    }
  }
  return { root: at.type === "Identifier" ? at.name : "", names };
}
