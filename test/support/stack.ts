import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { startStack } from "#infra/local/stack.ts";
import { COVERAGE_FILE, collectCoverage } from "./api-coverage.ts";
import { traceCalls } from "./aws-calls.ts";
import { deployedManifest } from "./deployed-manifest.ts";
import { followEvents } from "./emitted-events.ts";
import { deniedCalls, unusedGrants } from "./grants.ts";
import { collectLines } from "./log-lines.ts";
import { loggedErrors } from "./logged-errors.ts";

declare module "vitest" {
  interface ProvidedContext {
    environment: Record<string, string>;
    addresses: { api: string; inbox: string; webhooks: string; social: string };
  }
}

// Programs that tests start share Node's compile cache.
const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve(".build", "compiled") };

// The shortest delays between checks that queues allow.
const SOCIAL_TIMES = JSON.stringify({ rounds: [1, 2, 3], every: 1, until: 60, retry: 1, poll: 1 });

type Run = Awaited<ReturnType<typeof startRun>>;

// Each vitest project loads this file again, so shared state is global.
const runs: { [key: symbol]: { run: Promise<Run>; users: number; isDeployed: boolean } | undefined } =
  globalThis;
const RUN_KEY = Symbol.for("the stack of this run");

/** One stack for the whole run, in which each test creates its own tenants. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isDeployed = project.name === DEPLOYED_PROJECT;
  const shared = runs[RUN_KEY] ?? { run: startRun(isDeployed), users: 0, isDeployed };
  if (shared.isDeployed !== isDeployed)
    throw new Error(`The project ${DEPLOYED_PROJECT} has a stack of its own: run it with no other project.`);
  runs[RUN_KEY] = shared;
  shared.users += 1;
  const { provided, end } = await shared.run;
  project.provide("environment", provided.environment);
  project.provide("addresses", provided.addresses);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await end(await suiteOf(project));
  };
}

async function startRun(isDeployed: boolean) {
  const code = isDeployed ? await deployedManifest() : undefined;
  console.info(`What tests draw, they draw by SEED=${process.env.SEED}.`);
  const stack = await startStack({
    // Links in mails lead to the API's pages, whether the console is installed or not.
    environment: { LOG_LEVEL: "SILENT", CONSOLE_URL: "", SOCIAL_TIMES },
    manifest: code?.manifest,
    // Workers do not run by the clock: tests share a table and process their own due rows at chosen times.
    everyMinute: false,
  });
  // Each log line is written as on AWS, and checked instead of being shown.
  const lines = collectLines();
  const errors = loggedErrors();
  const reached = collectCoverage();
  const followed = followEvents();
  const traced = traceCalls(stack.environment, lines.touch);
  const addresses = {
    api: stack.api,
    inbox: `${stack.aws.ses}/`,
    webhooks: stack.webhooks,
    social: stack.social,
  };
  return {
    provided: {
      environment: { ...stack.environment, ...reached.environment, ...traced.environment, ...COMPILE_CACHE },
      addresses,
    },
    end: async (suite: SuiteName) => {
      for (const [said, error] of errors)
        if (said.startsWith("unexpected: ")) console.error("A function answered 500 after:", error);
      await stack.drain();
      const called = await Promise.allSettled([suite === DEPLOYED_PROJECT && code?.callOthers()]);
      await stack.stop();
      const { pairs, wrong } = followed.end();
      const found = [...reached.end(), ...[...pairs].map((pair) => `event ${pair}`)];
      const { count, calls } = traced.end();
      const denied = deniedCalls(calls);
      const idle = suite === "suite" ? unusedGrants(calls) : [];
      if (suite === "suite") {
        mkdirSync(dirname(COVERAGE_FILE), { recursive: true });
        writeFileSync(COVERAGE_FILE, `${found.sort().join("\n")}\n`);
        console.info(
          `${count} calls to AWS by functions, of ${calls.length} kinds: ${denied.length} beyond a role, granted and not used: ${idle.join(", ") || "nothing"}.`,
        );
      }
      for (const each of called) if (each.status === "rejected") throw each.reason;
      if (denied.length > 0) throw new Error(`Roles do not allow what functions do: ${denied.join(", ")}.`);
      if (idle.length > 0) throw new Error(`Granted and not used: ${idle.join(", ")}.`);
      const bad = lines.end();
      if (bad.length > 0) throw new Error(`Lines of the log that must not be so:\n${bad.join("\n")}`);
      if (wrong.length > 0) throw new Error(`Events with other causes than theirs: ${wrong.join("; ")}.`);
    },
  };
}

/** The project whose files all run; undefined if only some of them do. */
type SuiteName = "suite" | typeof DEPLOYED_PROJECT | undefined;

async function suiteOf({ name, vitest }: TestProject): Promise<SuiteName> {
  const names = name === DEPLOYED_PROJECT ? [DEPLOYED_PROJECT] : SUITE_PROJECTS;
  const projects = vitest.projects.filter((each) => names.includes(each.name));
  const files = await Promise.all(
    projects.map(async (each) => (await each.globTestFiles()).testFiles.length),
  );
  const all = files.reduce((sum, count) => sum + count, 0);
  const run = vitest.state.getTestModules().filter((module) => names.includes(module.project.name));
  if (projects.length < names.length || run.length < all || vitest.config.testNamePattern) return undefined;
  return name === DEPLOYED_PROJECT ? DEPLOYED_PROJECT : "suite";
}

const SUITE_PROJECTS = ["suite", "alone"];
/** The project that runs on deployed bundles. */
const DEPLOYED_PROJECT = "deployed";
