import { fork } from "node:child_process";
import { once } from "node:events";
import type { Manifest } from "#infra/local/handlers.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";

/**
 * Runs a file in its own process until it ends, and returns the message that it sent.
 *
 * @throws Error if it ended without one, after it printed why
 */
export async function runProcess<T extends object>(
  file: string,
  args: readonly (string | number)[],
  execArgv = process.execArgv,
): Promise<T> {
  const child = fork(file, args.map(String), { execArgv });
  const exit = once(child, "exit");
  const [message] = (await Promise.race([once(child, "message"), exit])) as [T | number | null];
  await exit;
  if (typeof message === "object" && message !== null) return message;
  throw new Error(`${file} failed with ${args.join(" ")}: see above.`);
}

/** Runs a proof on its own stack, sends the result to the parent process, and ends this process. */
export async function proveInProcess(
  prove: (stack: Stack) => Promise<object>,
  manifest?: Manifest,
): Promise<never> {
  const environment = {
    LOG_LEVEL: process.env.LOG_LEVEL ?? "SILENT",
    LOCAL_PATIENCE: process.env.LOCAL_PATIENCE ?? "6",
  };
  const stack = await startStack({ environment, ...(manifest ? { manifest } : {}) });
  let code = 0;
  try {
    process.send?.(await prove(stack));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = 1;
  }
  await stack.stop();
  process.exit(code);
}
