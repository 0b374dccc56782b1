import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

/** A source file with its imports, as paths from the root or package names. */
export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: string[];
  /** Specifiers as written. */
  specifiers: string[];
}

const CLIENT_PACKAGE = "@storefront-backend/client";
const FOLDERS = ["functions", "infra", "lib", "test"];

const codes = new Map<string, string>();

export const sources: Source[] = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.ts`),
  // Build outputs are no sources, and the console has its own check.
  { cwd: ROOT, exclude: ["**/dist/**", "lib/console/**"] },
)
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map(readSource);

/** All import specifiers of a text, without those in comments. */
export function specifiersOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^[ \t]*\/\/.*$/gm, "");
  const from = [...code.matchAll(/^(?:import|export)\b[^;"]*?\bfrom\s*"([^"]+)"/gm)];
  const bare = [...code.matchAll(/^import\s+"([^"]+)"/gm)];
  const dynamic = [...code.matchAll(/\bimport\(\s*"([^"]+)"/g)];
  return [...from, ...bare, ...dynamic].map(([, specifier = ""]) => specifier);
}

/** Removes comments, but not the `//` of URLs. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
}

/** Imports of a file at run time, without those of types. */
export function valuesImportedBy({ path, text }: Pick<Source, "path" | "text">): string[] {
  return specifiersOf(stripped(text)).map((specifier) => resolved(path, specifier));
}

/** The parts of a text that type stripping removes. */
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

/** The text with blanks in place of types, of equal length. Cached for several rules. */
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

export function resolved(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return join(dirname(path), specifier).replaceAll("\\", "/");
  if (specifier.startsWith("#shop/")) return specifier.replace("#shop/", "infra/local/shop/");
  if (specifier === CLIENT_PACKAGE) return "lib/client/client.ts";
  if (specifier.startsWith(`${CLIENT_PACKAGE}/`))
    return `${specifier.replace(CLIENT_PACKAGE, "lib/client")}.ts`;
  if (specifier.startsWith("#core/")) return specifier.replace("#core/", "lib/core/");
  return specifier.startsWith("#") ? specifier.slice(1) : specifier;
}
