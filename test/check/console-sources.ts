import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, specifiersOf } from "./sources.ts";

/** A file of the console, with its path below `lib/console`. */
type ConsoleSource = { path: string; text: string; lines: number; imports: string[] };

const FOLDER = join(ROOT, "lib/console");

export const consoleSources: ConsoleSource[] = globSync("**/*.{ts,tsx}", {
  cwd: FOLDER,
  exclude: ["node_modules/**", "generated/**"],
})
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(FOLDER, path), "utf8");
    const imports = specifiersOf(text).map((specifier) => resolved(path, specifier));
    return { path, text, lines: text.split("\n").length - 1, imports };
  });

function resolved(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return join(path, "..", specifier).replaceAll("\\", "/");
  return specifier.replace(/^#console\//, "");
}

/** The folders with a `screen.ts`. */
export const screenFolders = consoleSources
  .filter(({ path }) => path.endsWith("/screen.ts") && path !== "shared/screen.ts")
  .map(({ path }) => path.replace(/\/screen\.ts$/, ""));
