import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { refuseIncomplete } from "#infra/native.ts";

const outDir = mkdtempSync(join(tmpdir(), "native-"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(outDir, { recursive: true, force: true });
});

test("an asset without its native package is not synthesised, and built again next time", async () => {
  // The package is not cached, and without a PATH npm cannot run.
  vi.stubEnv("PATH", "");
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const pictures = sources({ operations, workers }).filter(({ id }) => id.startsWith("transformImage"));
  for (let time = 0; time < 2; time++) {
    const assets = await build(pictures, { outDir });
    expect(assets).toMatchObject([{ domain: "media", incomplete: true, native: ["sharp"] }]);
    expect(() => refuseIncomplete(assets)).toThrow("The functions of media lack a package for linux-arm64.");
  }
  expect(warned).toHaveBeenCalledTimes(2);
  expect(() => refuseIncomplete([{ domain: "forms" }])).not.toThrow();
});
