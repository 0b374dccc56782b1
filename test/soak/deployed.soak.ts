import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Stack } from "#infra/local/stack.ts";

export const name = "all tests of operations and workers, on the bundles that are deployed";

/** The gate runs a part of them there: what bundles can break is found by the first calls of each. */
export async function run({ environment }: Stack): Promise<string> {
  // It starts a stack of its own, and is not to take this one for somebody else's.
  const own = Object.entries(process.env).filter(([key]) => !(key in environment));
  const env = { ...Object.fromEntries(own), DEPLOYED: "all" };
  const child = spawn("npm", ["run", "test:deployed"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  child.stdout.on("data", (bytes: Buffer) => {
    told += bytes;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(told.slice(-5000));
  return told.match(/Tests .*/)?.[0] ?? "";
}
