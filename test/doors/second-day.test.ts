import { type ChildProcess, execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { outputWith, startLocalStack, stopLocalStack } from "#test/support/laptop.ts";
import { blocksOf, errorLine, ROOT } from "./blocks.ts";

const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), "second-day-"));
let laptop: ChildProcess;
let api = "";

beforeAll(startFresh);
afterAll(async () => {
  await stopLocalStack(laptop);
  rmSync(dir, { recursive: true, force: true });
});

async function startFresh(): Promise<void> {
  laptop = startLocalStack({ dir });
  api = /API\s+(http:\S+)/.exec(await outputWith(laptop, "Ctrl-C"))?.[1] ?? "";
}

/** Pastes all blocks of the README into one shell. */
async function pasteReadme(): Promise<void> {
  const blocks = blocksOf("README.md").filter(({ kind }) => kind === "sh");
  const script = blocks.map(({ text }) => text.replaceAll("http://localhost:4400", api)).join("\n");
  const env = { ...process.env, LOCAL_DIR: dir };
  const { stdout, stderr } = await run("bash", ["-c", `exec 2>&1\n${script}`], { cwd: ROOT, env });
  expect(errorLine(stdout + stderr), stdout).toBeUndefined();
  expect(stdout).toContain('"number"');
}

async function runSeed(...words: string[]) {
  const { stdout, stderr } = await run("npm", ["run", "-s", "seed", "--", "--dir", dir, ...words], {
    cwd: ROOT,
  });
  return { out: stdout, reported: stderr, store: /STORE=(\S+)/.exec(stdout)?.[1] };
}

it(
  "README and seed can run repeatedly, in any order, and after a restart",
  async () => {
    await pasteReadme();
    const first = await runSeed("--exports");
    // The README has already created the demo store, so the seed reports no steps.
    expect(first.reported).toBe("");
    const second = await runSeed();
    expect(second.store).not.toBe(first.store);
    const steps = second.reported.trim().split("\n");
    const parts = steps.length - 1;
    expect(steps.at(-1)).toMatch(new RegExp(`^${parts} of ${parts} parts of the demo: `));
    await pasteReadme();
    await pasteReadme();
    await stopLocalStack(laptop);
    await startFresh();
    const third = await runSeed("--exports");
    expect(third).toMatchObject({ reported: "", store: second.store });
    expect(third.out).toContain(`API=${api} `);
    await pasteReadme();
    await runSeed();
  },
  scaledTimeout(150_000),
);
