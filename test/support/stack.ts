import type { TestProject } from "vitest/node";
import { startStack } from "#infra/local/stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    environment: Record<string, string>;
    addresses: { api: string; inbox: string; webhooks: string; social: string };
  }
}

/** One stack for the whole run; every test makes its own tenant in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
  project.provide("environment", { ...stack.environment });
  project.provide("addresses", {
    api: stack.api,
    inbox: stack.inbox,
    webhooks: stack.webhooks,
    social: stack.social,
  });
  return () => stack.stop();
}
