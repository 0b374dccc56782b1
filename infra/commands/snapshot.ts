import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type AnyEntity, entities } from "#core/dynamo/entity.ts";
import { pathsOf } from "#core/http/caller.ts";
import type { Operation } from "#core/http/contract.ts";
import { stateTable } from "#core/reference/states.ts";
import { lifecycles } from "#functions/lifecycles.ts";
import { operations } from "#functions/manifest.ts";
import { recordsText } from "./stored-fields.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "test", "contract");

/**
 * The reviewed snapshots, by file name: routes, the part of the published interface that is served, keys of
 * records, and their fields.
 */
export async function snapshots(): Promise<Record<string, string>> {
  await declareEntities();
  return {
    "routes.txt": routesText(operations),
    "served.txt": servedText(operations, committedText("served.txt")),
    "keys.txt": keysText(entities()),
    "records.txt": recordsText(entities(), committedText("records.txt")),
  };
}

export function committedText(name: string): string {
  try {
    return readFileSync(join(FOLDER, name), "utf8");
  } catch {
    return "";
  }
}

/** `METHOD path operationId needs` for each path of an operation. */
export function routesText(list: readonly Operation[]): string {
  const all = list.flatMap((operation) => pathsOf(operation).map((path) => ({ ...operation, path })));
  return joinLines(
    sortedByPath(all).map(({ method, path, id, needs }) => `${method.padEnd(6)} ${path} ${id} ${needs}`),
  );
}

/** Served operations of the published interface. A line that is no longer true must be removed by hand. */
export function servedText(list: readonly Operation[], before = ""): string {
  const now = list.filter(({ extension }) => !extension).map(({ method, path: at }) => `${method} ${at}`);
  const shapes = new Set(now.map(withoutSlotNames));
  const lost = before.split("\n").filter((line) => line && !shapes.has(withoutSlotNames(line)));
  const path = (line: string) => line.split(" ").reverse().join(" ");
  return joinLines([...now, ...lost].sort((a, b) => (path(a) < path(b) ? -1 : 1)));
}

/** The key and the indexes of each kind of record. */
function keysText(list: readonly AnyEntity[]): string {
  const sorted = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  return joinLines(
    sorted.flatMap(({ name, pk, sk, indexes = {} }) => [
      `${name}: ${pk} | ${sk}`,
      ...Object.entries(indexes).map(([attribute, template]) => `  ${attribute}: ${template}`),
    ]),
  );
}

// Modules declare their kinds of records as they load.
async function declareEntities(): Promise<void> {
  const files = globSync("lib/**/*.ts", { cwd: ROOT, exclude: ["lib/console/**"] }).filter((file) =>
    /\bentity\(\{/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  for (const file of files.sort()) await import(pathToFileURL(join(ROOT, file)).href);
}

function withoutSlotNames(line: string): string {
  return line.replace(/\{[^}]+\}/g, "{}");
}

function sortedByPath(list: readonly Operation[]): Operation[] {
  const key = ({ path, method }: Operation) => `${path} ${method}`;
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function joinLines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join("");
}

/** Guides with a lifecycle's table, rendered from the code, by file. */
export function guideTexts(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { life, guide } of lifecycles) {
    const text = texts[guide] ?? readFileSync(join(ROOT, guide), "utf8");
    const table = new RegExp(`^\\| ${life.name} \\|.*(\n\\|.*)*`, "m");
    if (!table.test(text)) throw new Error(`${guide} has no table that begins with "| ${life.name} |".`);
    texts[guide] = text.replace(table, () => stateTable(life));
  }
  return texts;
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(guideTexts())) writeFileSync(join(ROOT, file), text);
  const currentTexts = Object.entries(await snapshots());
  for (const [name, text] of currentTexts) {
    const changed = committedText(name) !== text;
    writeFileSync(join(FOLDER, name), text);
    console.log(`test/contract/${name}: ${text.split("\n").length - 1} lines${changed ? ", changed" : ""}`);
  }
}
