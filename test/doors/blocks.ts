import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** A fenced block of Markdown: `sh` is run; `sh machine` and `sh aws` are only checked. */
type CodeBlock = { file: string; line: number; kind: string; text: string };

export const GUIDES = globSync(["lib/**/*.md", "functions/**/*.md", "infra/**/guide.md"], {
  cwd: ROOT,
  // Without the console's packages.
  exclude: ["**/node_modules/**"],
}).sort();

export function blocksOf(file: string): CodeBlock[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^```(sh[ a-z]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    kind: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

export function typescriptOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

/** Matches messages of shells, programs and the API about failures. */
const FAILURE_LINE =
  /"statusCode": ?[45]\d\d|"ok": ?false|command not found|: not found|no matches found|parse error|syntax error|bad pattern|bad substitution|unexpected EOF|curl: \(|SyntaxError|TypeError|ReferenceError|npm error/;

/** The line of output that shows a failure. */
export function errorLine(output: string): string | undefined {
  return output.split("\n").find((line) => FAILURE_LINE.test(line));
}

/** Variables that a block reads without setting them. */
export function unsetVariables(text: string): string[] {
  const set = new Set(assignedVariables(text));
  return [...text.matchAll(/\$\{?([A-Z][A-Z_]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !set.has(name));
}

export function assignedVariables(text: string): string[] {
  return [...text.matchAll(/(?:^|;\s*|\s)([A-Z][A-Z_]*)=/gm)].map(([, name = ""]) => name);
}
