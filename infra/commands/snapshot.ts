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
 * The reviewed pictures of the interface, by file name: what is served and to whom, what of the published interface
 * is served, under which keys records lie, and what is in them.
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

/** The committed text of a snapshot; empty when there is none yet. */
export function committedText(name: string): string {
  try {
    return readFileSync(join(FOLDER, name), "utf8");
  } catch {
    return "";
  }
}

/** One line for each path of an operation: `METHOD path operationId needs`, in the order of paths. */
export function routesText(list: readonly Operation[]): string {
  const all = list.flatMap((operation) => pathsOf(operation).map((path) => ({ ...operation, path })));
  return lines(
    byPath(all).map(({ method, path, id, needs }) => `${method.padEnd(6)} ${path} ${id} ${needs}`),
  );
}

/** The operations of the published interface that are served or were before: a line goes only by hand. */
export function servedText(list: readonly Operation[], before = ""): string {
  const now = list.filter(({ extension }) => !extension).map(({ method, path: at }) => `${method} ${at}`);
  const shapes = new Set(now.map(nameless));
  const lost = before.split("\n").filter((line) => line && !shapes.has(nameless(line)));
  const path = (line: string) => line.split(" ").reverse().join(" ");
  return lines([...now, ...lost].sort((a, b) => (path(a) < path(b) ? -1 : 1)));
}

/** Every kind of record: its key, and what it can be listed by. */
function keysText(list: readonly AnyEntity[]): string {
  const sorted = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  return lines(
    sorted.flatMap(({ name, pk, sk, indexes = {} }) => [
      `${name}: ${pk} | ${sk}`,
      ...Object.entries(indexes).map(([attribute, template]) => `  ${attribute}: ${template}`),
    ]),
  );
}

// A kind of record is known once its module has been loaded.
async function declareEntities(): Promise<void> {
  const files = globSync("lib/**/*.ts", { cwd: ROOT, exclude: ["lib/console/**"] }).filter((file) =>
    /\bentity\(\{/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  for (const file of files.sort()) await import(pathToFileURL(join(ROOT, file)).href);
}

function nameless(line: string): string {
  return line.replace(/\{[^}]+\}/g, "{}");
}

function byPath(list: readonly Operation[]): Operation[] {
  const key = ({ path, method }: Operation) => `${path} ${method}`;
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function lines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join("");
}

/** The guides that have the table of a life, by file, with the tables that the code has now. */
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
  const made = Object.entries(await snapshots());
  for (const [name, text] of made) {
    const changed = committedText(name) !== text;
    writeFileSync(join(FOLDER, name), text);
    console.log(`test/contract/${name}: ${text.split("\n").length - 1} lines${changed ? ", changed" : ""}`);
  }
}
