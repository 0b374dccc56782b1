import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources.ts";

const SCRIPTS = [
  "infra/local/try-it/form.js",
  "infra/local/try-it/caller.js",
  "infra/local/try-it/memory.js",
  "lib/core/reference/page.js",
];
const OPTIONS =
  "--ignoreConfig --noEmit --strict --allowJs --checkJs --target es2024 --lib es2024,dom,dom.iterable --module esnext --moduleDetection force";

test("the scripts of the reference have no type errors", () => {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(tsc, [...OPTIONS.split(" "), "--types", "", ...SCRIPTS], {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
