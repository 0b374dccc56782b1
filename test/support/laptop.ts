import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface LaptopOptions {
  /** Folder of the state. */
  dir: string;
  port?: number;
  environment?: Record<string, string>;
  /** Folder of the project; this one unless set. */
  root?: string;
  options?: readonly string[];
}

/** Starts the local stack as `npm start` does, without what the stack of this run has set. */
export function startLaptop({
  dir,
  port = 0,
  environment = {},
  root = ROOT,
  options = [],
}: LaptopOptions): ChildProcess {
  const [first, program] = ["follow-modules", "start"].map((name) => join(root, `infra/local/${name}.ts`));
  return spawn(process.execPath, ["--import", String(first), String(program), "--dir", dir, ...options], {
    env: { ...cleanEnvironment(), ...compiled(root), ...environment, PORT: String(port) },
  });
}

/** Where Node keeps what it has compiled of this project's modules: each start loads the same ones. */
function compiled(root: string): NodeJS.ProcessEnv {
  const folder = process.env.NODE_COMPILE_CACHE;
  // The modules of a copy have addresses of their own, which no later run would look for.
  return folder && root === ROOT ? { NODE_COMPILE_CACHE: folder } : {};
}

/** The environment of a person who has set nothing. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  // Not every project has a stack of its run.
  const stack = new Set(Object.keys(inject("environment") ?? {}));
  const own = Object.entries(process.env).filter(([name]) => !stack.has(name) && !name.startsWith("AWS_"));
  return Object.fromEntries(own);
}

/** What a start that comes to nothing says, which ends with 1. */
export async function failureOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    text += bytes;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, text).toBe(1);
  return text;
}

/** What a program has said once the words stand in it. */
export function outputWith(child: ChildProcess, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (bytes: Buffer) => {
      text += bytes;
      if (text.includes(words)) resolve(text);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(text)));
  });
}

/** Ends a started stack as Ctrl-C does. */
export async function stopLaptop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await left;
}
