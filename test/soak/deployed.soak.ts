import { spawn } from "node:child_process";
import { once } from "node:events";
import type { SoakRun } from "#test/soak.ts";

export const name = "all tests of operations and workers, on the bundles that are deployed";

/** Slow: the gate runs only some of these tests on bundles, enough to find a broken bundle. */
export async function run({ stack: { environment }, seed }: SoakRun): Promise<string> {
  // The child starts its own stack, so this stack's variables are removed.
  const own = Object.entries(process.env).filter(([key]) => !(key in environment));
  const env = { ...Object.fromEntries(own), DEPLOYED: "all", SEED: String(seed) };
  const child = spawn("npm", ["run", "test:deployed"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => {
    output += bytes;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(output.slice(-5000));
  return output.match(/Tests .*/)?.[0] ?? "";
}
