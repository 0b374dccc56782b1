import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const INFRA = join(import.meta.dirname, "../../infra");

function run(file: string, ...words: string[]): Promise<{ out: string; said: string; code: number | null }> {
  const child = spawn(process.execPath, [join(INFRA, file), ...words]);
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
  ["npm run seed", "local/seed.ts"],
  ["npm run invoke", "local/invoke.ts"],
  ["npm run admin", "admin.ts"],
])("%s", (command, file) => {
  test("says how it is used to those who ask, and to those who use it otherwise", async () => {
    const [asked, wrong] = await Promise.all([run(file, "--help"), run(file, "--bogus")]);
    expect(asked).toEqual({ out: expect.stringContaining(command), said: "", code: 0 });
    expect(wrong).toEqual({ out: "", said: `Unknown option '--bogus'.\n${asked.out}`, code: 1 });
  });
});
