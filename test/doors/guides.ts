import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Stack } from "#infra/local/stack.ts";
import { blocksOf, complaint, ROOT, readsOf, setsOf } from "./blocks.ts";
import { has } from "./terminal.ts";

const run = promisify(execFile);

/** What guides take as given: `json` and `field` of the README. */
const PRELUDE = `
json() { curl -sS -H 'content-type: application/json' "$@"; }
field() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }
`;

interface Guides {
  dir: string;
  stack: Stack;
  guides: readonly string[];
}

/** Runs the blocks of each guide in one shell, on a demo of its own; those that read what is not there are left out. */
export async function runGuide({ dir, guides }: Guides) {
  const { stdout } = await run("npm", ["run", "-s", "seed", "--", "--exports", "--dir", dir], { cwd: ROOT });
  const result = { run: 0, left: 0, wrong: [] as string[] };
  for (const guide of guides) {
    const known = new Set(setsOf(stdout));
    const chosen = blocksOf(guide).filter(({ kind, text }) => {
      if (kind !== "sh") return false;
      const runs = readsOf(text).every((name) => known.has(name)) && (!/\bjq\b/.test(text) || has("jq"));
      if (runs) for (const name of setsOf(text)) known.add(name);
      else result.left++;
      return runs;
    });
    const script = chosen.map(({ text, line }) => `echo "=== ${guide}:${line}"\n${text}`).join("\n");
    const shown = await run("bash", ["-c", `${stdout}${PRELUDE}exec 2>&1\n${script}`], { cwd: ROOT }).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }),
    );
    result.run += chosen.length;
    for (const part of shown.stdout.split("=== ").slice(1)) {
      const line = complaint(part);
      if (line) result.wrong.push(`${part.split("\n", 1)}: ${line.slice(0, 300)}`);
    }
  }
  return result;
}
