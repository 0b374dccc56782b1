import type { DueScan } from "#core/due/scan.ts";
import { workers } from "./manifest.ts";

/** The scans for due rows and their workers. The build replaces this module by its computed value. */
export const dueScans: DueScan[] = workers.flatMap(({ id, trigger, onlyIf }) =>
  trigger.kind === "due" ? [{ worker: id, indexes: trigger.of, ...(onlyIf ? { onlyIf } : {}) }] : [],
);
