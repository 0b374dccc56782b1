import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

/** One file of the code, with its imports as paths from the root or as names of packages. */
export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: string[];
  /** Import texts as they are written. */
  specifiers: string[];
}

/** The package that `lib/client` is. */
const CLIENT = "@storefront-backend/client";
const FOLDERS = ["functions", "infra", "lib", "test"];

const codes = new Map<string, string>();

/** Every TypeScript file of the project. */
export const sources: Source[] = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.ts`),
  // What a package is built into is no source, and the console has a check of its own.
  { cwd: ROOT, exclude: ["**/dist/**", "lib/console/**"] },
)
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map(readSource);

/** Imports of a text, whichever way they are written; comments do not count. */
export function specifiersOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^[ \t]*\/\/.*$/gm, "");
  const from = [...code.matchAll(/^(?:import|export)\b[^;"]*?\bfrom\s*"([^"]+)"/gm)];
  const bare = [...code.matchAll(/^import\s+"([^"]+)"/gm)];
  const dynamic = [...code.matchAll(/\bimport\(\s*"([^"]+)"/g)];
  return [...from, ...bare, ...dynamic].map(([, specifier = ""]) => specifier);
}

/** A text less its comments; an address, which has two strokes as well, stays. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
}

/** Imports of a file that are there when it runs, as paths from the root or as names of packages: those of types are not. */
export function valuesImportedBy({ path, text }: Pick<Source, "path" | "text">): string[] {
  return specifiersOf(stripped(text)).map((specifier) => resolved(path, specifier));
}

/** The parts of a text that are types alone: what type stripping takes out of it. */
export function typeParts(text: string): { line: number; text: string }[] {
  const code = stripped(text);
  const parts: { line: number; text: string }[] = [];
  let start = -1;
  let end = -1;
  for (let index = 0; index <= text.length; index++) {
    const blanked = index < text.length && text[index] !== code[index];
    if (blanked) {
      if (start < 0) start = index;
      end = index + 1;
    } else if (start >= 0 && (index === text.length || /\S/.test(text[index] ?? ""))) {
      parts.push({ line: text.slice(0, start).split("\n").length, text: text.slice(start, end) });
      start = -1;
    }
  }
  return parts;
}

/** A text without its types: as long as it was, with blanks in their places. Several rules look at the same. */
function stripped(text: string): string {
  const known = codes.get(text) ?? stripTypeScriptTypes(text, { mode: "strip" });
  codes.set(text, known);
  return known;
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const specifiers = specifiersOf(text);
  return {
    path,
    text,
    lines: text.split("\n").length - 1,
    specifiers,
    imports: specifiers.map((specifier) => resolved(path, specifier)),
  };
}

/** A specifier as a path from the root, or as the name of a package. */
export function resolved(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return join(dirname(path), specifier).replaceAll("\\", "/");
  if (specifier.startsWith("#shop/")) return specifier.replace("#shop/", "infra/local/shop/");
  if (specifier === CLIENT) return "lib/client/client.ts";
  if (specifier.startsWith(`${CLIENT}/`)) return `${specifier.replace(CLIENT, "lib/client")}.ts`;
  if (specifier.startsWith("#core/")) return specifier.replace("#core/", "lib/core/");
  return specifier.startsWith("#") ? specifier.slice(1) : specifier;
}
