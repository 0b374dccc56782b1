import type { TestProject } from "vitest/node";
import { startStack } from "#infra/local/stack.ts";
import { neverEmitted } from "./emitted.ts";
import { collectReached, type Unreached } from "./reached.ts";

declare module "vitest" {
  interface ProvidedContext {
    environment: Record<string, string>;
    addresses: { api: string; inbox: string; webhooks: string; social: string };
  }
}

/** One stack for the whole run; every test makes its own tenant in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // How slow the machine is, is not what the tests are about; what never ends is found all the same.
  const stack = await startStack({ environment: { LOG_LEVEL: "SILENT", LOCAL_PATIENCE: "6" } });
  const reached = collectReached();
  project.provide("environment", { ...stack.environment, ...reached.environment });
  project.provide("addresses", {
    api: stack.api,
    inbox: `${stack.aws.ses}/`,
    webhooks: stack.webhooks,
    social: stack.social,
  });
  return async () => {
    const whole = project.name === "suite" && (await isWhole(project));
    const missing = whole ? await neverEmitted(stack.environment) : [];
    const found = reached.end();
    if (whole || process.env.REACHED) tell(found);
    await stack.stop();
    if (missing.length > 0) throw new Error(`No test makes an operation announce ${missing.join(", ")}.`);
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

/** Whether every test file was run, and not some that were named. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const run = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name);
  return run.length >= testFiles.length && !project.vitest.config.testNamePattern;
}
