import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { drawMutations, type Mutation, mutatedText, testsOf } from "#test/proofs/mutations.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "mistakes put into the code are found by the tests of their domain";

const ROOT = resolve(import.meta.dirname, "../..");
const MUTATION_COUNT = Number(process.env.SIZE ?? 100);
const REQUIRED_SHARE = 0.9;
/** Minutes after which no further mistake is tried: a run with the same SEED resumes. */
const MAX_MINUTES = Number(process.env.MINUTES ?? 15);
/** Minutes after which hanging tests count as failed. */
const MAX_TEST_MINUTES = 6;

interface MutationVerdict {
  path: string;
  line: number;
  kind: Mutation["kind"];
  becomes: string;
  /** Whether a test found the mistake; null if its tests fail without it, or if there are none. */
  found: boolean | null;
}

/**
 * Puts one mistake at a time into a copy of the project and runs the tests of its domain. Verdicts are stored in
 * `.local/mutations`, so that a run with the same seed resumes.
 */
export async function run({ random, seed }: SoakRun): Promise<string> {
  const until = performance.now() + MAX_MINUTES * 60_000;
  const folder = join(ROOT, ".local", "mutations");
  const notes = join(folder, `${seed}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const known = readVerdicts(notes);
  const all = drawMutations(ROOT, random, MUTATION_COUNT);
  const copy = copyProject(join(folder, "copy"));
  const passesClean = cachedPasses(copy);
  for (const [at, mutation] of all.entries()) {
    if (performance.now() > until) break;
    if (known[at]) continue;
    const found = await isFound(copy, mutation, passesClean);
    const { path, line, kind, becomes } = mutation;
    known[at] = { path, line, kind, becomes: becomes.slice(0, 100), found };
    appendFileSync(notes, `${JSON.stringify({ at, ...known[at] })}\n`);
  }
  return reportText(Object.values(known));
}

function reportText(verdicts: readonly MutationVerdict[]): string {
  const killed = verdicts.filter(({ found }) => found === true).length;
  const others = verdicts.filter(({ found }) => found !== true);
  const names = others.map(
    ({ path, line, kind, becomes, found }) =>
      `\n  ${path}:${line} ${kind}: ${becomes}${found === null ? " (no test, or its tests fail without it)" : ""}`,
  );
  const figures = `${killed} of ${verdicts.length} found, of ${MUTATION_COUNT} drawn${names.join("")}`;
  if (killed < REQUIRED_SHARE * verdicts.length) throw new Error(figures);
  return figures;
}

/** Copies the working tree and links its packages. */
function copyProject(to: string): string {
  rmSync(to, { recursive: true, force: true });
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of listed.stdout.split("\n").filter((each) => each && existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(to, "node_modules"));
  return to;
}

async function isFound(
  copy: string,
  mutation: Mutation,
  passesClean: (tests: readonly string[]) => Promise<boolean>,
): Promise<boolean | null> {
  const tests = testsOf(copy, mutation.path);
  if (tests.length === 0) return null;
  const file = join(copy, mutation.path);
  const text = readFileSync(join(ROOT, mutation.path), "utf8");
  writeFileSync(file, mutatedText(text, mutation));
  const survives = await testsPass(copy, tests).finally(() => writeFileSync(file, text));
  // A test that fails without the mistake has not found it.
  return survives ? false : (await passesClean(tests)) || null;
}

/** Remembers whether tests pass without a mistake. */
function cachedPasses(copy: string) {
  const known = new Map<string, Promise<boolean>>();
  return (tests: readonly string[]): Promise<boolean> => {
    const key = tests.toSorted().join(" ");
    const found = known.get(key) ?? testsPass(copy, tests);
    known.set(key, found);
    return found;
  };
}

/** Runs tests until the first failure; resolves to whether all passed. */
function testsPass(cwd: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const chosen = ["--project", "suite", "--project", "alone", "--bail", "1"];
  const args = [vitest, "run", "-c", "test/vitest.config.ts", ...chosen, ...tests];
  const child = spawn(process.execPath, args, { cwd, stdio: "ignore", detached: true });
  const end = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), MAX_TEST_MINUTES * 60_000);
  return new Promise((done) => {
    child.on("exit", (code) => {
      clearTimeout(end);
      done(code === 0);
    });
  });
}

function readVerdicts(path: string): Record<number, MutationVerdict> {
  if (!existsSync(path)) return {};
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [JSON.parse(line).at, JSON.parse(line)]));
}
