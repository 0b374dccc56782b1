import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#test/doors/blocks.ts";
import { describeInBrowser } from "#test/support/browser.ts";
import { type ExampleShop, startExampleShop } from "#test/support/example-shop.ts";

const run = promisify(execFile);
const folder = join(mkdtempSync(join(tmpdir(), "starter-")), "My shop's");
let stack: ExampleShop | undefined;
let output = "";

describeInBrowser("the project that npm run starter makes", () => {
  beforeAll(async () => {
    stack = await startExampleShop();
    output = await starter(folder);
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(join(folder, ".."), { recursive: true, force: true });
  });

  /** The output of the command. */
  async function starter(...given: string[]): Promise<string> {
    const env = { ...process.env, LOCAL_DIR: stack?.dir };
    return (await run(process.execPath, ["infra/commands/starter.ts", ...given], { cwd: ROOT, env })).stdout;
  }

  test("installs, checks its types, builds, and sells in a browser, outside the repository", async () => {
    expect(output).toMatch(/^ {2}cd '\S+\/My shop'\\''s' && npm install && npm run dev$/m);
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name).toBe("my-shop-s");
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(/^VITE_API=http:\S+\nVITE_STORE=store_\w+\n$/);
    const own = { cwd: folder, maxBuffer: 1e7 };
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], own);
    expect(JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8")).compilerOptions.strict).toBe(true);
    await run("npm", ["run", "build"], own);
    const testRun = await run("npm", ["test"], own).catch((error: { stdout: string }) => error);
    expect(testRun.stdout).toMatch(/^\S+ pass 3$/m);
    expect(testRun.stdout).toMatch(/^\S+ fail 0$/m);
    // A value that the operation does not accept must be a compile error.
    const backend = readFileSync(join(folder, "backend.ts"), "utf8");
    writeFileSync(
      join(folder, "backend.ts"),
      backend.replace('body: { market: "eu" }', "body: { market: 7 }"),
    );
    const failingBuild = run("npm", ["run", "build"], own);
    await expect(failingBuild).rejects.toMatchObject({ stdout: expect.stringContaining("backend.ts") });
  });

  test("is only made in an empty folder", async () => {
    await expect(starter(folder)).rejects.toThrow("There is something in");
  });
});
