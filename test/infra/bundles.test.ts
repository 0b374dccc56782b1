import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, workers } from "#functions/manifest.ts";
import { type Asset, build, sources } from "#infra/build.ts";
import { DISPATCHER } from "#infra/build-plugins.ts";

// KB as bundlers count them.
const ENDPOINT_BYTES = 450 * 1024;
// What needs more than the table: S3's client, time zones, MIME, the whole interface's schemas.
const LARGE_BYTES = 740 * 1024;
const SMALL_DOMAINS = new Set(["auth", "accounts", "businesses", "forms", "stores", "storefront"]);

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

  test("load at most 450 KB for an endpoint that needs the table alone, and 740 KB for any", () => {
    const ids = new Set(operations.map(({ id }) => id));
    const tooLarge = assets.flatMap(({ domain, entries }) => {
      const most = SMALL_DOMAINS.has(domain) ? ENDPOINT_BYTES : LARGE_BYTES;
      return entries.filter(({ id, bytes }) => ids.has(id) && bytes > most);
    });
    expect(tooLarge).toEqual([]);
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
    const written = () =>
      assets.flatMap(({ folder, entries }) =>
        entries.map(({ file }) => statSync(join(folder, file)).mtimeMs),
      );
    const before = written();
    expect(await build(handlers, { outDir })).toEqual(assets);
    expect(written()).toEqual(before);
  });
});
