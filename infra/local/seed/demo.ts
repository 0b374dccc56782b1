import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDemo, type Variables } from "#infra/local/demo-file.ts";
import { DEMO_FILE } from "#infra/local/state-folder.ts";
import { makeSender, Refusal } from "./api.ts";
import { freeSlot } from "./orders.ts";

/** Stores the demo's variables in the state folder. Only this user may read them, as a token is among them. */
export function saveDemo(dir: string, variables: Variables): void {
  writeFileSync(join(dir, DEMO_FILE), `${JSON.stringify(variables, null, 2)}\n`, { mode: 0o600 });
}

/** The newest demo's variables, with a slot that is still free; `undefined` if it is missing or incomplete. */
export async function findDemo(dir: string, address: string): Promise<Variables | undefined> {
  const stored = readDemo(dir);
  if (!stored) return undefined;
  const { STORE = "", SALON = "", TASTING = "", TOKEN: token } = stored;
  const send = makeSender(address);
  const get = (path: string, request: object = {}) => send("GET", path, { token, ...request });
  try {
    const stores = [STORE, SALON].map((id) => get(`/v1/stores/${id}`));
    // The stored appointment may be in the past.
    const [SLOT] = await Promise.all([freeSlot(get, STORE, TASTING), ...stores]);
    return { ...stored, API: address, SLOT };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}
