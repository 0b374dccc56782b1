import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_FILE } from "#infra/local/state-folder.ts";
import { Refusal, sender } from "./api.ts";
import { freeSlot } from "./orders.ts";

/** What a shell is given of a demo: names and values. */
export type Variables = Record<string, string>;

/** Keeps the variables of the newest demo beside the state that it is in; the token of its owner is among them. */
export function keepDemo(dir: string, variables: Variables): void {
  writeFileSync(join(dir, DEMO_FILE), `${JSON.stringify(variables, null, 2)}\n`, { mode: 0o600 });
}

/** The variables of the newest demo, as they hold now; `undefined` when there is none, or it is no longer whole. */
export async function findDemo(dir: string, address: string): Promise<Variables | undefined> {
  const kept = readDemo(dir);
  if (!kept) return undefined;
  const { STORE = "", SALON = "", TASTING = "", TOKEN: token } = kept;
  const send = sender(address);
  const get = (path: string, request: object = {}) => send("GET", path, { token, ...request });
  try {
    const stores = [STORE, SALON].map((id) => get(`/v1/stores/${id}`));
    // Yesterday's appointment has passed.
    const [SLOT] = await Promise.all([freeSlot(get, STORE, TASTING), ...stores]);
    return { ...kept, API: address, SLOT };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}

function readDemo(dir: string): Variables | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, DEMO_FILE), "utf8"));
  } catch {
    return undefined;
  }
}
