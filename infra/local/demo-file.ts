import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_FILE } from "./state-folder.ts";

/** The owner of every demo. */
export const DEMO_OWNER = "ada@example.com";

/** Shell variables of a demo by name, such as `STORE`. */
export type Variables = Record<string, string>;

/** The newest demo's variables as they were stored; `undefined` if there are none. */
export function readDemo(dir: string): Variables | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, DEMO_FILE), "utf8"));
  } catch {
    return undefined;
  }
}
