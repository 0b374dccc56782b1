import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A bundled file and all its static imports. */
export function filesLoadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, named = ""] of text.matchAll(/(?:from|^import|[;\n]import)\s*"(\.[^"]+)"/g))
    filesLoadedWith(join(dirname(file), named), seen);
  return seen;
}

export function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => join(folder, name));
}

export function isTextIn(text: string, files: Iterable<string>): boolean {
  return [...files].some((file) => readFileSync(file, "utf8").includes(text));
}
