import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { blocksOf, errorLine, GUIDES, ROOT } from "./blocks.ts";
import { runGuides } from "./guides.ts";
import { isInstalled, openTerminal, SHELLS, type Shell } from "./terminal.ts";

const API_URL = "http://localhost:4400";
const dir = mkdtempSync(join(tmpdir(), "doors-"));
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ dir, environment: { LOG_LEVEL: "SILENT" } });
});
afterAll(async () => {
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe.each(Object.keys(SHELLS) as Shell[])("in %s", (shell) => {
  const can = isInstalled(shell) && isInstalled("script");
  if (!can)
    console.info(
      `Skipped the README in ${shell}: this machine has no ${isInstalled(shell) ? "script" : shell}.`,
    );
  it.skipIf(!can)("every block of the README runs, pasted whole into a terminal", async () => {
    const terminal = await openTerminal(shell, { LOCAL_DIR: dir });
    try {
      for (const { text, line, kind } of blocksOf("README.md")) {
        if (kind !== "sh") continue;
        const output = await terminal.paste(text.replaceAll(API_URL, stack.api));
        expect(errorLine(output), `README.md:${line}\n${output}`).toBeUndefined();
      }
      const output = await terminal.paste(
        'curl -sS "$API/v1/stores/$STORE" -H "authorization: Bearer $TOKEN"',
      );
      expect(output).toContain('"timezone"');
    } finally {
      terminal.close();
    }
  });
});

it("every block of the guides runs", async () => {
  const ran = await runGuides({ dir, stack, guides: GUIDES });
  console.info(`${ran.run} blocks of ${GUIDES.length} guides ran`);
  expect(ran.wrong).toEqual([]);
});

it("every npm script and environment in README and guides exists", () => {
  const manifest: { scripts: object } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const scripts = new Set(Object.keys(manifest.scripts));
  const texts = ["README.md", ...GUIDES].map(
    (file) => [file, readFileSync(join(ROOT, file), "utf8")] as const,
  );
  const unknown = texts.flatMap(([file, text]) =>
    [...text.matchAll(/npm run (?:-s )?([a-z]+)(?= --|`|"|\)|\n)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !scripts.has(name))
      .map((name) => `${file}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});
