import type { DueLook } from "#core/due/look.ts";
import { workers } from "./manifest.ts";

/** What is due where, and who drains it. What is deployed has the value in place of this file. */
export const dueScans: DueLook[] = workers.flatMap(({ id, trigger, onlyIf }) =>
  trigger.kind === "due" ? [{ worker: id, of: trigger.of, ...(onlyIf ? { onlyIf } : {}) }] : [],
);
