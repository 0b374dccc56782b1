import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, workers } from "#functions/manifest.ts";
import { type Asset, build, sources } from "#infra/build.ts";
import { DISPATCHER } from "#infra/build-plugins.ts";
import { anonymousGet, coldStart } from "./cold-start.ts";

const ENDPOINT_BYTES = 450_000;
// Twice the budget of the bench: a test run shares its processors with others.
const COLD_START_MS = 170;

const outDir = mkdtempSync(join(tmpdir(), "bundles-"));
const handlers = sources({ operations, workers });
let assets: Asset[] = [];

beforeAll(async () => {
  assets = await build(handlers, { outDir });
}, 60_000);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

describe("bundles", () => {
  test("hold every handler of the manifest, and a dispatcher for each domain that has operations", () => {
    const made = assets
      .flatMap(({ entries }) => entries.map(({ id }) => id))
      .filter((id) => id !== DISPATCHER);
    expect(made.sort()).toEqual(handlers.map(({ id }) => id).sort());
    for (const { domain, entries } of assets) {
      const routed = operations.some((operation) => operation.domain === domain);
      expect(
        entries.some(({ id }) => id === DISPATCHER),
        domain,
      ).toBe(routed);
    }
  });

  test("load at most 450 KB for an endpoint, chunks and all", () => {
    const ids = new Set(operations.map(({ id }) => id));
    const sizes = assets.flatMap(({ entries }) => entries).filter(({ id }) => ids.has(id));
    const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
    console.info(`The largest endpoint is ${largest?.id} with ${largest?.bytes} bytes.`);
    expect(sizes.filter(({ bytes }) => bytes > ENDPOINT_BYTES)).toEqual([]);
  });

  test("import without any setting, and export a handler", () => {
    const files = assets.flatMap(({ folder, entries }) => entries.map(({ file }) => join(folder, file)));
    const script = `for (const file of ${JSON.stringify(files)}) {
      const { handler } = await import(file);
      if (typeof handler !== "function") throw new Error(file + " exports no handler");
    }`;
    const env = { PATH: process.env.PATH, AWS_REGION: "us-east-1" };
    expect(() =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, stdio: "pipe" }),
    ).not.toThrow();
  });

  test("ship neither source maps nor packages that a bundle can hold", () => {
    for (const { folder, native } of assets) {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        statSync(join(folder, file)).isFile(),
      );
      const foreign = files.filter(
        (file) => !file.endsWith(".mjs") && !(native.length > 0 && file.startsWith("node_modules")),
      );
      expect(foreign).toEqual([]);
    }
  });

  test("are left alone when nothing has changed", async () => {
    const started = performance.now();
    expect(await build(handlers, { outDir })).toEqual(assets);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("start, and ask the table for the first time, in little more than an empty process does", async () => {
    const { path = "" } = operations.find(({ id }) => id === "getForm") ?? {};
    const event = anonymousGet(path, { storeId: "store_1", formId: "form_1" });
    for (const id of ["getForm", DISPATCHER]) {
      const { overEmpty, init, call } = await coldStart(fileOf("forms", id), event);
      console.info(
        `${id}: ${overEmpty.toFixed(0)} ms over an empty process (init ${init.toFixed(0)}, first call ${call.toFixed(0)}).`,
      );
      expect(overEmpty).toBeLessThan(COLD_START_MS);
    }
  }, 20_000);
});

function fileOf(domain: string, id: string): string {
  const asset = assets.find((each) => each.domain === domain);
  const entry = asset?.entries.find((each) => each.id === id);
  if (!asset || !entry) throw new Error(`${domain} has no ${id}.`);
  return join(asset.folder, entry.file);
}
