import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ROOT, typescriptOf } from "#test/doors/blocks.ts";

const run = promisify(execFile);

/** A project as a reader has it: the copied client beside the code, and dependencies installed. */
const project = mkdtempSync(join(tmpdir(), "reader-"));
mkdirSync(join(project, "src"));
symlinkSync(join(ROOT, "lib/client"), join(project, "src/client"));
symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** What the reader of the client's guide brings along. */
const OWN = `
declare const baseUrl: string, storeId: string, product_id: string, variant_id: string;
declare const session: Tokens;
declare function keep(tokens: Tokens | undefined): void;
declare function show(text: string): void;
 import type { Tokens } from "./client/client.ts";
`;

const CONFIG = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ["src/*.ts"],
};

async function complaints(code: string): Promise<string> {
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(CONFIG));
  writeFileSync(join(project, "src/guide.ts"), `${OWN}${code}`);
  const said = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", project]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  return said.stdout;
}

test("every block of the client's guide compiles strictly in a project of its reader", async () => {
  const blocks = typescriptOf("lib/client/guide.md");
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  expect(await complaints(blocks.join("\n"))).toBe("");
  // A path that there is not, and a field that the schema lacks, are found.
  const wrong = blocks.join("\n").replace("form_id: form.id", "form: form.id");
  expect(await complaints(wrong)).toContain("form");
});
