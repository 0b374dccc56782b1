import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations, workers } from "#functions/manifest.ts";
import { type Asset, build, sources } from "#infra/build.ts";

/** Stands in the library and nowhere else. */
const MARK = "api.stripe.com";
const outDir = mkdtempSync(join(tmpdir(), "stripe-bundles-"));
let assets: Asset[] = [];
beforeAll(async () => {
  assets = await build(sources({ operations, workers }), { outDir });
}, 300_000);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

test("no function loads Stripe's library before its first call to Stripe", () => {
  const loading = assets.flatMap(({ folder, entries }) =>
    entries.filter(({ file }) => hasMark(closure(join(folder, file)))).map(({ id }) => id),
  );
  expect(loading).toEqual([]);
});

test("the library is there for those that call it, behind an import of its own", () => {
  const payments = assets.find(({ domain }) => domain === "payments");
  expect(hasMark(filesIn(payments?.folder ?? ""))).toBe(true);
});

/** A file and everything that importing it loads. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, named = ""] of text.matchAll(/(?:from|^import|[;\n]import)\s*"(\.[^"]+)"/g))
    closure(join(dirname(file), named), seen);
  return seen;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => join(folder, name));
}

function hasMark(files: Iterable<string>): boolean {
  return [...files].some((file) => readFileSync(file, "utf8").includes(MARK));
}
