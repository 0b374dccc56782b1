import type { TestProject } from "vitest/node";
import { startStack } from "#infra/local/stack.ts";
import { neverEmitted } from "./emitted.ts";

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
  project.provide("environment", { ...stack.environment });
  project.provide("addresses", {
    api: stack.api,
    inbox: `${stack.aws.ses}/`,
    webhooks: stack.webhooks,
    social: stack.social,
  });
  return async () => {
    const missing =
      project.name === "suite" && (await isWhole(project)) ? await neverEmitted(stack.environment) : [];
    await stack.stop();
    if (missing.length > 0) throw new Error(`No test makes an operation announce ${missing.join(", ")}.`);
  };
}

/** Whether every test file was run, and not some that were named. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const run = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name);
  return run.length >= testFiles.length && !project.vitest.config.testNamePattern;
}
