import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.ts";

/** The variables of the stack that runs from this folder; `undefined` when none answers. */
export async function runningEnvironment(): Promise<Environment | undefined> {
  try {
    const { api, environment }: { api: string; environment: Environment } = JSON.parse(
      readFileSync(join(".local", "addresses.json"), "utf8"),
    );
    await fetch(`${api}/_local`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(2000),
    });
    return environment;
  } catch {
    return undefined;
  }
}
