import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "#infra/failure.ts";
import type { Environment } from "./environment.ts";
import { ADDRESSES, STATE_DIR } from "./state-folder.ts";

const FILE = join(STATE_DIR, ADDRESSES);

/** Milliseconds; a refused connection fails at once. */
const TIMEOUT = 10_000;

/**
 * The variables of the running local stack.
 *
 * @param or another option, for the message when none runs
 * @throws StartFailure when none answers
 */
export async function runningEnvironment(or = ""): Promise<Environment> {
  try {
    const { api, environment }: { api: string; environment: Environment } = JSON.parse(
      readFileSync(FILE, "utf8"),
    );
    await fetch(`${api}/_local`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return environment;
  } catch {
    throw new StartFailure(
      `No stack runs here (none answers as ${FILE} says). Start one first: npm start${or}`,
    );
  }
}
