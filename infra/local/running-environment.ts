import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "#infra/failure.ts";
import type { Environment } from "./environment.ts";
import { ADDRESSES_FILE, STATE_DIR } from "./state-folder.ts";

const ADDRESSES_PATH = join(STATE_DIR, ADDRESSES_FILE);

/** Milliseconds to wait for a stack that accepts the connection but does not answer. */
const TIMEOUT_MS = 10_000;

/**
 * The variables of the running local stack.
 *
 * @param or what the user can do instead, for the end of the error message
 * @throws StartFailure if no stack answers
 */
export async function runningEnvironment(or = ""): Promise<Environment> {
  try {
    const { api, environment }: { api: string; environment: Environment } = JSON.parse(
      readFileSync(ADDRESSES_PATH, "utf8"),
    );
    await fetch(`${api}/_local`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return environment;
  } catch {
    throw new StartFailure(
      `No stack runs here (none answers as ${ADDRESSES_PATH} says). Start one first: npm start${or}`,
    );
  }
}
