import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface LocalStackOptions {
  /** Folder of the state. */
  dir: string;
  port?: number;
  environment?: Record<string, string>;
  /** Folder of the project; this one by default. */
  root?: string;
  options?: readonly string[];
}

/** Starts a local stack as `npm start` does, without this run's variables. */
export function startLocalStack({
  dir,
  port = 0,
  environment = {},
  root = ROOT,
  options = [],
}: LocalStackOptions): ChildProcess {
  const [first, program] = ["follow-modules", "start"].map((name) => join(root, `infra/local/${name}.ts`));
  return spawn(process.execPath, ["--import", String(first), String(program), "--dir", dir, ...options], {
    env: { ...cleanEnvironment(), ...compileCache(root), ...environment, PORT: String(port) },
  });
}

/** Shares Node's compile cache, as each start loads the same modules. */
function compileCache(root: string): NodeJS.ProcessEnv {
  const folder = process.env.NODE_COMPILE_CACHE;
  // A copy's modules have other paths, so caching them is useless.
  return folder && root === ROOT ? { NODE_COMPILE_CACHE: folder } : {};
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  // Some vitest projects have no stack.
  const stack = new Set(Object.keys(inject("environment") ?? {}));
  const own = Object.entries(process.env).filter(([name]) => !stack.has(name) && !name.startsWith("AWS_"));
  return Object.fromEntries(own);
}

/** Waits for a start to fail, checks its exit code and returns its output. */
export async function failureOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    text += bytes;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, text).toBe(1);
  return text;
}

/** Waits until a program's output contains the words. Returns the output. */
export function outputWith(child: ChildProcess, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (bytes: Buffer) => {
      text += bytes;
      if (text.includes(words)) resolve(text);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => reject(new Error(text)));
  });
}

/** Stops a stack as Ctrl-C does. */
export async function stopLocalStack(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await exited;
}
