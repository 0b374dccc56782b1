import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const EMPTY_FOLDER = join(tmpdir(), "no-stack");
const INFRA = join(import.meta.dirname, "../../infra");

type Outcome = { out: string; said: string; code: number | null };

function runCommand(file: string, ...words: string[]): Promise<Outcome> {
  return runWith({}, file, ...words);
}

function runWith(more: NodeJS.ProcessEnv, file: string, ...words: string[]): Promise<Outcome> {
  const env = { ...process.env, LOCAL_DIR: EMPTY_FOLDER, ...more };
  const child = spawn(process.execPath, [join(INFRA, file), ...words], { env });
  const texts = { out: "", said: "" };
  child.stdout.on("data", (text) => {
    texts.out += text;
  });
  child.stderr.on("data", (text) => {
    texts.said += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...texts, code })));
}

describe.each([
  ["npm start", "local/start.ts"],
  ["npm run seed", "local/seed/seed.ts"],
  ["npm run invoke", "local/invoke.ts"],
  ["npm run admin", "commands/admin.ts"],
  ["npm run fixtures", "commands/fixtures.ts"],
  ["npm run starter", "commands/starter.ts"],
  ["npm run console", "commands/console-dev.ts"],
  ["npm run cost", "cost/print.ts"],
  ["npm run soak", "../test/soak.ts"],
  ["npm run bench", "../test/bench.ts"],
])("%s", (command, file) => {
  test("prints its usage on request and for unknown arguments", async () => {
    const [asked, wrong] = await Promise.all([runCommand(file, "--help"), runCommand(file, "--bogus")]);
    expect(asked).toEqual({ out: expect.stringContaining(command), said: "", code: 0 });
    expect(wrong).toEqual({ out: "", said: `Unknown option '--bogus'.\n${asked.out}`, code: 1 });
  });
});

test.each([
  ["local/seed/seed.ts"],
  ["local/invoke.ts", "createForm"],
  ["commands/admin.ts", "make-super", "ada@example.com"],
])("%s says at once that no stack runs, and starts none", async (file, ...words) => {
  expect(await runCommand(file, ...words)).toEqual({
    out: "",
    said: expect.stringMatching(/^No stack runs here \(.*\)\. Start one first: npm start.*\n$/),
    code: 1,
  });
});

test("npm run starter leaves nothing where the client is not packed", async () => {
  const place = mkdtempSync(join(tmpdir(), "no-shop-"));
  const folder = join(place, "shop");
  // Without a path there is no npm.
  const { said, code } = await runWith({ PATH: EMPTY_FOLDER }, "commands/starter.ts", folder);
  expect({ said, code }).toEqual({ said: expect.stringContaining("npm pack"), code: 1 });
  expect(existsSync(folder)).toBe(false);
  rmSync(place, { recursive: true });
});
