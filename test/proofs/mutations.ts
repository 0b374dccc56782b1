import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import type { Random } from "#test/support/random.ts";

/** One mistake in the code: a place in a file, and its replacement. */
export interface Mutation {
  path: string;
  line: number;
  kind: "negated" | "shifted" | "joined otherwise" | "emptied" | "dropped" | "one more";
  start: number;
  end: number;
  becomes: string;
}

const CHANGED_OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const LOGICAL_OPERATORS: Readonly<Record<string, string>> = { "&&": "||", "||": "&&", "??": "&&" };

/** Files without behaviour, generated files, and files that do not run in tests. */
const EXCLUDED_FILES =
  /(^lib\/(client|console)|\/((.+-)?schema|(.+-)?texts|field-descriptions|events|messages|errors|adapters|table|style)(-.+)?\.ts$)/;

/** Draws mutations of the code in `lib/`, all equally likely. */
export function drawMutations(root: string, random: Random, count: number): Mutation[] {
  const files = filesIn(root, "lib/**/*.ts").filter((path) => !EXCLUDED_FILES.test(path));
  const all = files.flatMap((path) => mutationsOf(path, readFileSync(join(root, path), "utf8")));
  return random.shuffled(all).slice(0, count);
}

function mutationsOf(path: string, text: string): Mutation[] {
  const found: Mutation[] = [];
  const note = (kind: Mutation["kind"], { start, end }: Span, becomes: string) =>
    found.push({ path, line: text.slice(0, start).split("\n").length, kind, start, end, becomes });
  const code = ({ start, end }: Span) => text.slice(start, end);
  const negate = ({ test }: { test: ESTree.Expression }) => note("negated", test, `!(${code(test)})`);
  new Visitor({
    IfStatement: negate,
    ConditionalExpression: negate,
    BinaryExpression(node) {
      const other = CHANGED_OPERATORS[node.operator];
      if (other) note("shifted", node, `${code(node.left)} ${other} ${code(node.right)}`);
    },
    LogicalExpression(node) {
      const other = LOGICAL_OPERATORS[node.operator];
      if (other) note("joined otherwise", node, `((${code(node.left)}) ${other} (${code(node.right)}))`);
    },
    ReturnStatement(node) {
      if (node.argument) note("emptied", node.argument, emptyValueOf(node.argument));
    },
    ExpressionStatement(node) {
      const { expression } = node;
      const call = expression.type === "AwaitExpression" ? expression.argument : expression;
      if (call.type === "CallExpression") note("dropped", node, ";");
    },
    VariableDeclarator(node) {
      const { id, init } = node;
      const isConstant = id.type === "Identifier" && /^[A-Z][A-Z_]+$/.test(id.name);
      if (isConstant && init?.type === "Literal" && typeof init.value === "number")
        note("one more", init, String(init.value + 1));
    },
  }).visit(parseSync(path, text).program);
  return found;
}

export function mutatedText(text: string, { start, end, becomes }: Mutation): string {
  return text.slice(0, start) + becomes + text.slice(end);
}

type Span = { start: number; end: number };

function emptyValueOf({ type }: ESTree.Expression): string {
  if (type === "ArrayExpression") return "[]";
  return type === "ObjectExpression" ? "({})" : "undefined";
}

/** The tests of a file's domain, those with the file's name first. A domain without tests is tested by its callers' tests. */
export function testsOf(root: string, path: string): string[] {
  const [, area = "", domain = ""] = path.split("/");
  const own =
    area === "core"
      ? testsIn(root, ["test/lib/core", "test/functions/content/forms"])
      : testsIn(root, [`test/lib/${area}/${domain}`, `test/functions/${area}/${domain}`]);
  const all = own.length > 0 ? own : callingTestsOf(root, `#lib/${area}/${domain}/`);
  const name = path.slice(path.lastIndexOf("/") + 1, -".ts".length);
  return [...all.filter((each) => each.includes(name)), ...all.filter((each) => !each.includes(name))];
}

function testsIn(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => filesIn(root, `${folder}/**/*.test.ts`));
}

/** Tests that import a domain, and tests of operations that import it. */
function callingTestsOf(root: string, domain: string): string[] {
  const imports = (path: string) => readFileSync(join(root, path), "utf8").includes(domain);
  const handlers = filesIn(root, "functions/*/*/*.ts").filter(
    (path) => imports(path) && !path.endsWith("routes.ts"),
  );
  const folders = new Set(handlers.map((path) => `test/${path.slice(0, path.lastIndexOf("/"))}`));
  const tests = filesIn(root, "test/{lib,functions}/**/*.test.ts").filter(imports);
  return [...new Set([...testsIn(root, [...folders]), ...tests])];
}

function filesIn(root: string, pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}
