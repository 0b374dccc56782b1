import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Stack } from "#infra/local/stack.ts";
import { assignedVariables, blocksOf, errorLine, ROOT, unsetVariables } from "./blocks.ts";

const run = promisify(execFile);

/** The README's block that defines `json` and `field`, which guides assume. */
const PRELUDE =
  blocksOf("README.md")
    .find(({ text }) => text.includes("field() {"))
    ?.text.replace(/^API=.*$/m, "") ?? "";

type GuideRun = { dir: string; stack: Stack; guides: readonly string[] };

/** Runs each guide's blocks in a shell of its own, and reports failures and variables that nothing sets. */
export async function runGuides({ dir, guides }: GuideRun) {
  const { stdout } = await run("npm", ["run", "-s", "seed", "--", "--exports", "--dir", dir], { cwd: ROOT });
  const result = { run: 0, wrong: [] as string[] };
  for (const guide of guides) {
    const known = new Set(assignedVariables(stdout));
    const chosen = blocksOf(guide).filter(({ kind }) => kind === "sh");
    for (const { text, line } of chosen) {
      const unset = unsetVariables(text).filter((name) => !known.has(name));
      if (unset.length > 0) result.wrong.push(`${guide}:${line}: nothing sets ${unset.join(", ")}`);
      for (const name of assignedVariables(text)) known.add(name);
    }
    const script = chosen.map(({ text, line }) => `echo "=== ${guide}:${line}"\n${text}`).join("\n");
    const output = await run("bash", ["-c", `${stdout}${PRELUDE}\nexec 2>&1\n${script}`], {
      cwd: ROOT,
    }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
    result.run += chosen.length;
    for (const part of output.stdout.split("=== ").slice(1)) {
      const line = errorLine(part);
      if (line) result.wrong.push(`${part.split("\n", 1)}: ${line.slice(0, 300)}`);
    }
  }
  return result;
}
