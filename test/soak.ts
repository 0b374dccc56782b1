import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readArguments } from "#infra/arguments.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { makeProgress } from "#infra/progress.ts";
import { loggedErrors } from "#test/support/logged-errors.ts";
import { newSeed, type Random, randomFrom } from "#test/support/random.ts";

/** The stack of a proof, and what it draws random cases from. The seed is printed if the proof uses it. */
export interface SoakRun {
  stack: Stack;
  seed: number;
  random: Random;
}

/** A proof at full size. `run` returns the line to print, and throws if the proof fails. */
interface Soak {
  name: string;
  /** What the stack runs; the project's manifest unless set. */
  manifest?: Manifest;
  /** Variables that override those of the stack. */
  environment?: Record<string, string>;
  run(proof: SoakRun): Promise<string>;
}

const SOAK_FOLDER = join(import.meta.dirname, "soak");
/** Minutes after which a proof is stopped. */
const MAX_MINUTES = Number(process.env.MINUTES ?? 15) + 5;

const USAGE = `Use: npm run soak [-- name of a proof, or a part of it]

Runs the property tests at full size, each in its own process, and prints seeds and figures. SEED repeats a run; MINUTES
changes how long a proof may draw cases.
  npm run soak -- sums`;
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: { file: { type: "string" } },
});
if (values.file) await runOne(values.file);
else await runAll(positionals[0]);

/** Runs each proof in its own process, so that it starts with nothing cached and cannot affect the next. */
async function runAll(wanted: string | undefined): Promise<void> {
  const files = globSync("*.soak.ts", { cwd: SOAK_FOLDER }).sort();
  const exact = files.filter((name) => name === `${wanted}.soak.ts`);
  const chosen =
    exact.length > 0 ? exact : files.filter((name) => wanted === undefined || name.includes(wanted));
  if (chosen.length === 0) {
    console.error(
      `There is no proof ${wanted}. There are: ${files.map((name) => name.slice(0, -8)).join(", ")}`,
    );
    process.exit(1);
  }
  const failed: string[] = [];
  const progress = makeProgress("proofs");
  for (const [at, name] of chosen.entries()) {
    progress.show(at + 1, chosen.length, name.slice(0, -8));
    if ((await runApart(name)) !== 0) failed.push(name.slice(0, -8));
    progress.end();
  }
  if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

function runApart(name: string): Promise<number> {
  // Faults on purpose would fill the log.
  const env = { LOG_LEVEL: "SILENT", ...process.env };
  const child = spawn(process.execPath, [import.meta.filename, "--file", name], { stdio: "inherit", env });
  return new Promise((resolve) => {
    child.on("exit", (code) => resolve(code ?? 1));
    child.on("error", () => resolve(1));
  });
}

async function runOne(name: string): Promise<void> {
  const seed = newSeed();
  let isSeedUsed = false;
  const ofSeed = () => (isSeedUsed ? `, SEED=${seed}` : "");
  const late = setTimeout(() => {
    console.error(`✗ ${name} took more than ${MAX_MINUTES} minutes${ofSeed()}.`);
    process.exit(1);
  }, MAX_MINUTES * 60_000);
  const soak: Soak = await import(pathToFileURL(join(SOAK_FOLDER, name)).href);
  const stack = await startStack({
    // On a busy machine functions get more time than they declare, as in the suite.
    environment: {
      LOG_LEVEL: process.env.LOG_LEVEL ?? "SILENT",
      LOCAL_PATIENCE: process.env.LOCAL_PATIENCE ?? "6",
      ...soak.environment,
    },
    ...(soak.manifest ? { manifest: soak.manifest } : {}),
  });
  const met = loggedErrors();
  const proof: SoakRun = {
    stack,
    get seed() {
      isSeedUsed = true;
      return seed;
    },
    get random() {
      return randomFrom(this.seed);
    },
  };
  const started = performance.now();
  let held = true;
  try {
    const figures = await soak.run(proof);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`✓ ${soak.name}: ${figures} (${seconds} s${ofSeed()})`);
  } catch (error) {
    held = false;
    console.error(`✗ ${soak.name}${ofSeed()}:`, error);
    for (const each of met.values()) console.error("A handler of this process had met:", each);
  }
  clearTimeout(late);
  await stack.stop();
  process.exit(held ? 0 : 1);
}
