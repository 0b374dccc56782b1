import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** The folder of the console's sources. */
export const CONSOLE_FOLDER = join(ROOT, "lib/console");
/** The one command that installs what it is built with, which the first install of the project leaves out. */
export const INSTALL_COMMAND = "npm ci --prefix lib/console";

const SOURCES = [
  "lib/console/**/*.{ts,tsx,css,html,svg}",
  "lib/console/{package-lock,tsconfig}.json",
  "lib/client/*.ts",
];

/** Whether the packages are there that the console is built with. */
export function canBuild(): boolean {
  return existsSync(vitePath());
}

/** The program that builds. */
export function vitePath(): string {
  return join(CONSOLE_FOLDER, "node_modules/vite/bin/vite.js");
}

/** A name for what the sources are now: a build of the same name need not be made again. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ["lib/console/node_modules/**"] }).sort();
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}
