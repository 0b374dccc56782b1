import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** A fenced block of a Markdown file: `sh` is run, `sh machine` and `sh aws` are looked through. */
interface Block {
  file: string;
  line: number;
  kind: string;
  text: string;
}

/** Every Markdown file that a reader meets. */
export const GUIDES = globSync(["lib/**/*.md", "functions/**/*.md", "infra/**/guide.md"], {
  cwd: ROOT,
  // Of the console's packages.
  exclude: ["**/node_modules/**"],
}).sort();

export function blocksOf(file: string): Block[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^```(sh[ a-z]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    kind: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

/** Blocks of TypeScript of a Markdown file. */
export function typescriptOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

/** What a shell or the API says when a block is wrong. */
const WRONG =
  /"statusCode": ?[45]\d\d|"ok": ?false|command not found|: not found|no matches found|parse error|syntax error|bad pattern|bad substitution|unexpected EOF|curl: \(|SyntaxError|TypeError|ReferenceError|npm error/;

/** The line in which a block went wrong. */
export function errorLine(output: string): string | undefined {
  return output.split("\n").find((line) => WRONG.test(line));
}

/** Names of variables that a block reads and does not set. */
export function readsOf(text: string): string[] {
  const set = new Set(setsOf(text));
  return [...text.matchAll(/\$\{?([A-Z][A-Z_]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !set.has(name));
}

export function setsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|;\s*|\s)([A-Z][A-Z_]*)=/gm)].map(([, name = ""]) => name);
}
