import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { scripts } from "#functions/system/scripts/routes.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { runInThread } from "#lib/system/scripts/runner.ts";

const outDir = resolve(import.meta.dirname, "../../.build", `deployed-scripts-${process.pid}`);

afterAll(() => rmSync(outDir, { recursive: true, force: true }));

test("a deployed script thread behaves as that of the sources, also when it fails", async () => {
  const [asset] = await build(sources({ operations: Object.values(scripts), workers: [] }), { outDir });
  const deployed = pathToFileURL(join(asset?.folder ?? "", "run-script.thread.mjs"));
  const source = pathToFileURL(resolve("functions/system/scripts/run-script.thread.ts"));
  const none = async () => ({ refused: "nothing is asked here" });
  const run = (thread: URL) =>
    runInThread(thread, "[1 + 1, input.name, typeof require]", '{"name":"Ada"}', none);
  const end = await run(source);
  expect(end).toEqual({ kind: "done", output: '[2,"Ada","undefined"]', logs: [] });
  expect(await run(deployed)).toEqual(end);
  await expect(run(new URL("no-such.thread.mjs", deployed))).rejects.toThrow("Cannot find module");
});
