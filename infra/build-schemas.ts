import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as esbuild from "esbuild";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

const RUNTIME = resolve(import.meta.dirname, "../lib/core/when-used.ts");

/** Methods by which one schema is made of another. */
const METHODS = new Set(
  "array brand catch catchall check default exclude extend extract gt gte includes int length loose lt lte max meta min \
multipleOf nonempty nonnegative nullable nullish omit optional or overwrite partial passthrough pick pipe positive \
prefault readonly refine regex required safeExtend startsWith strict superRefine toLowerCase toUpperCase transform trim \
unwrap".split(" "),
);
/** Those that nothing but a schema has. */
const SCHEMAS_OWN = new Set(
  "extend meta nullable nullish omit optional partial pipe refine safeExtend superRefine".split(" "),
);
/** Members of zod that make no schema, or one that is more than its definition. */
const NO_SCHEMA = new Set(["config", "core", "instanceof", "registry", "toJSONSchema", "treeifyError"]);
/** Members of zod that have the makers of schemas. */
const GROUPS = new Set(["coerce", "iso"]);

/**
 * Has the schemas of a module made when they are first used, and not as it loads. A function loads the schemas of all
 * that its domain and their neighbours do, thousands; a call uses a few dozen, and each costs some 25 µs.
 */
export const schemasWhenUsed: esbuild.Plugin = {
  name: "schemas-when-used",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](lib|functions)[\\/].*\.ts$/ }, ({ path }) =>
      /[\\/]node_modules[\\/]/.test(path)
        ? null
        : { contents: withSchemasWhenUsed(readFileSync(path, "utf8")), loader: "ts" },
    );
  },
};

const known = new Map<string, string>();

/** The text of a module, with `whenUsed` around each schema that it makes as it loads. Its lines stay where they are. */
export function withSchemasWhenUsed(text: string): string {
  const made = known.get(text) ?? rewritten(text);
  known.set(text, made);
  return made;
}

function rewritten(text: string): string {
  const found = schemasIn(text);
  if (found.length === 0) return text;
  const parts = found.map(
    ({ start, end }, index) =>
      `${text.slice(found[index - 1]?.end ?? 0, start)}/* @__PURE__ */ whenUsed$(() => ${text.slice(start, end)})`,
  );
  const runtime = `import { whenUsed as whenUsed$ } from ${JSON.stringify(RUNTIME)};`;
  return `${runtime}${parts.join("")}${text.slice(found.at(-1)?.end)}`;
}

// The outermost ones, in their order; what stands in a function is not run as the module loads.
function schemasIn(text: string): ESTree.CallExpression[] {
  const found: ESTree.CallExpression[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  const take = (node: ESTree.CallExpression) => {
    if (depth === 0 && node.start >= (found.at(-1)?.end ?? 0)) found.push(node);
  };
  const { program, errors } = parseSync("module.ts", text);
  if (errors[0]) throw new Error(errors[0].message);
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ClassBody: enter,
    "ClassBody:exit": leave,
    VariableDeclarator({ id, init }) {
      const isNamedSo = id.type === "Identifier" && isPascal(id.name);
      if (isNamedSo && init?.type === "CallExpression" && isMade(init)) take(init);
    },
    CallExpression(node) {
      if (isSchema(node)) take(node);
    },
  }).visit(program);
  return found;
}

// `z.object(…)`, `Form.extend(…)`, `queryInt(1, 100).optional()`.
function isSchema(call: ESTree.CallExpression): boolean {
  const { root, names } = chainOf(call);
  if (root === "z") return isMadeByZod(names);
  // `Math.max(…)` reads like one.
  const isNamedSo = isPascal(root) && !Object.hasOwn(globalThis, root);
  return (isNamedSo && names.length > 0 && areMethods(names)) || SCHEMAS_OWN.has(names.at(-1) ?? "");
}

function isMadeByZod([first = "", ...more]: string[]): boolean {
  const methods = GROUPS.has(first) ? more.slice(1) : more;
  return !NO_SCHEMA.has(first) && areMethods(methods);
}

function areMethods(names: string[]): boolean {
  return names.every((name) => METHODS.has(name));
}

// `page(Form)`, where the constant is named as schemas are, and messages: those hold a schema and are none.
function isMade(call: ESTree.CallExpression): boolean {
  const { root } = chainOf(call);
  return root !== "" && root !== "message" && !isPascal(root);
}

/** What a chain of members and calls begins with, and the names of its members. */
function chainOf(call: ESTree.CallExpression): { root: string; names: string[] } {
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

function isPascal(name: string): boolean {
  return /^[A-Z]\w*[a-z]/.test(name);
}
