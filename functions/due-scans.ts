import type { DueScan } from "#core/due/scan.ts";
import { workers } from "./manifest.ts";

/** What is due where, and who drains it. What is deployed has the value in place of this file. */
export const dueScans: DueScan[] = workers.flatMap(({ id, trigger, onlyIf }) =>
  trigger.kind === "due" ? [{ worker: id, of: trigger.of, ...(onlyIf ? { onlyIf } : {}) }] : [],
);
