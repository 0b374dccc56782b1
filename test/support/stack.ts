import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { startStack } from "#infra/local/stack.ts";
import { deployedManifest } from "./deployed.ts";
import { neverEmitted } from "./emitted.ts";
import { loggedErrors } from "./logged-errors.ts";
import { collectReached, type Unreached } from "./reached.ts";
import { traceCalls } from "./traced.ts";

declare module "vitest" {
  interface ProvidedContext {
    environment: Record<string, string>;
    addresses: { api: string; inbox: string; webhooks: string; social: string };
  }
}

// Programs that tests start load the same modules again and again.
const COMPILED = { NODE_COMPILE_CACHE: resolve(".build", "compiled") };

type Run = Awaited<ReturnType<typeof start>>;

// Each project of a run loads this file anew: what they share is to be found by all.
const runs: { [key: symbol]: { run: Promise<Run>; users: number } | undefined } = globalThis;
const RUN = Symbol.for("the stack of this run");

/** One stack for the whole run; every test makes its own tenant in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = runs[RUN] ?? { run: start(), users: 0 };
  runs[RUN] = shared;
  shared.users += 1;
  const { provided, end } = await shared.run;
  project.provide("environment", provided.environment);
  project.provide("addresses", provided.addresses);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await end(await isWhole(project));
  };
}

async function start() {
  // How slow the machine is, is not what the tests are about; what never ends is found all the same.
  const stack = await startStack({
    environment: { LOG_LEVEL: "SILENT", LOCAL_PATIENCE: "6" },
    // What is deployed has its modules bundled, and counts nothing for the suite.
    ...(process.env.DEPLOYED ? { manifest: await deployedManifest() } : {}),
  });
  const errors = await loggedErrors();
  const reached = collectReached();
  const traced = traceCalls({
    [stack.environment.MEDIA_BUCKET ?? ""]: "media",
    [stack.environment.VARIANTS_BUCKET ?? ""]: "variants",
  });
  const addresses = {
    api: stack.api,
    inbox: `${stack.aws.ses}/`,
    webhooks: stack.webhooks,
    social: stack.social,
  };
  return {
    provided: { environment: { ...stack.environment, ...reached.environment, ...COMPILED }, addresses },
    end: async (isWholeSuite: boolean) => {
      const missing = isWholeSuite ? await neverEmitted(stack.environment) : [];
      const found = reached.end();
      if (isWholeSuite || process.env.REACHED) tell(found);
      for (const [said, error] of errors)
        if (said.startsWith("unexpected: ")) console.error("A function answered 500 after:", error);
      await stack.stop();
      const { count, kinds, denied } = traced.end();
      if (isWholeSuite || process.env.REACHED)
        console.info(
          `${count} calls to AWS by functions, of ${kinds} kinds: ${denied.length} beyond a role.`,
        );
      if (denied.length > 0) throw new Error(`Roles do not allow what functions do: ${denied.join(", ")}.`);
      if (isWholeSuite) requireAll(found);
      if (missing.length > 0) throw new Error(`No test makes an operation announce ${missing.join(", ")}.`);
    },
  };
}

/** What the reference documents and no test reached; `REACHED=1` has it told of a part of the tests too. */
function tell({ counts, ...lists }: Unreached): void {
  const shares = Object.entries(counts).map(([kind, share]) => `${share} ${kind}`);
  console.info(`Reached by a test: ${shares.join(", ")}.`);
  for (const [kind, list] of Object.entries(lists)) {
    if (list.length > 0) console.info(`No test reaches these ${kind}: ${list.join(", ")}`);
  }
}

/** Fails a run of the whole suite that leaves out what the reference documents. */
function requireAll({ counts: _, ...lists }: Unreached): void {
  const left = Object.entries(lists).filter(([, list]) => list.length > 0);
  const words = left.map(([kind, list]) => `these ${kind}: ${list.join(", ")}`);
  if (words.length > 0)
    throw new Error(`No test reaches ${words.join("; nor ")}. Test what each does, or take it out.`);
}

/** Whether every file of the suite was run, and not some that were named. */
async function isWhole({ vitest }: TestProject): Promise<boolean> {
  const projects = vitest.projects.filter(({ name }) => SUITE.has(name));
  const files = await Promise.all(
    projects.map(async (each) => (await each.globTestFiles()).testFiles.length),
  );
  const all = files.reduce((sum, count) => sum + count, 0);
  const run = vitest.state.getTestModules().filter((module) => SUITE.has(module.project.name));
  if (process.env.DEPLOYED) return false;
  return projects.length === SUITE.size && run.length >= all && !vitest.config.testNamePattern;
}

/** The projects that are one suite. */
const SUITE = new Set(["suite", "alone"]);
