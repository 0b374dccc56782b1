import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

export const CONSOLE_FOLDER = join(ROOT, "lib/console");
/** The first install of the project leaves out the console's packages. */
export const INSTALL_COMMAND = "npm ci --prefix lib/console";

const SOURCES = [
  "lib/console/**/*.{ts,tsx,css,html,svg}",
  "lib/console/{package-lock,tsconfig}.json",
  "lib/client/*.ts",
];

/** Whether the console's packages are installed. */
export function canBuild(): boolean {
  return existsSync(vitePath());
}

export function vitePath(): string {
  return join(CONSOLE_FOLDER, "node_modules/vite/bin/vite.js");
}

/** A hash of the sources: a build with the same name is up to date. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ["lib/console/node_modules/**"] }).sort();
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}
