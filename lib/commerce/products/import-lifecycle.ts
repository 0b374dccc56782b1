import { GENERAL } from "#core/errors.ts";
import { type EventOf, ignored, inStates, lifecycle, movesTo } from "#core/lifecycle.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { addFaults, faultOfFile } from "./import-faults.ts";
import { IMPORT_STATUSES, type ProductImport } from "./import-schema.ts";

/** Seconds within which an import must be started. */
const START_SECONDS = DAY;
/** Seconds without progress after which a worker's message counts as lost. */
const STALLED_SECONDS = HOUR / 2;
/** Most restarts of an import without progress. */
const MAX_RESTARTS = 5;

type Status = ProductImport["status"];

interface ImportSnapshot {
  record: ProductImport;
}

/** The counts and faults after the rows that were imported so far. */
type Progress = Partial<Pick<ProductImport, "rows" | "created" | "updated" | "failed" | "faults">>;

type LifecycleEvent =
  | { type: "started"; isPosted: boolean; now: number }
  | { type: "rows imported" | "completed" | "failed"; progress: Progress; now: number }
  /** The import may not have been started in time, or its worker may have stopped. */
  | { type: "became due"; now: number };

interface Outcome<S extends Status = Status> {
  record: ProductImport & { status: S };
  /** Whether a worker continues the import. */
  runs?: boolean;
}

const ignoredIfStopped = inStates(["pending", "completed", "failed"], ignored);

export const importLife = lifecycle<{
  state: Status;
  snapshot: ImportSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "import",
  states: IMPORT_STATUSES,
  initial: ["pending"],
  stateOf: ({ record }) => record.status,
  unchanged: ({ record }) => ({ record }),
  table: {
    started: {
      pending: movesTo(["running"], start, [GENERAL.BAD_REQUEST]),
      ...inStates(["running", "completed", "failed"], ignored),
    },
    "rows imported": { running: movesTo(["running"], recordProgress("running")), ...ignoredIfStopped },
    completed: { running: movesTo(["completed"], recordProgress("completed")), ...ignoredIfStopped },
    failed: { running: movesTo(["failed"], recordProgress("failed")), ...ignoredIfStopped },
    "became due": {
      pending: movesTo(["pending", "failed"], failIfNotStarted),
      running: movesTo(["running", "failed"], resumeOrFail),
      ...inStates(["completed", "failed"], ignored),
    },
  },
});

function start(
  { record }: ImportSnapshot,
  { isPosted, now }: EventOf<LifecycleEvent, "started">,
): Outcome<"running"> {
  if (!isPosted)
    throw GENERAL.BAD_REQUEST({
      message: "The file was not posted: post it with the form of the import first.",
    });
  return { record: { ...record, status: "running", updated_at: now }, runs: true };
}

function recordProgress<S extends Status>(status: S) {
  return (
    { record }: ImportSnapshot,
    { progress, now }: { progress: Progress; now: number },
  ): Outcome<S> => ({ record: { ...record, ...progress, looks: 0, status, updated_at: now } });
}

/** When the due worker must check whether an import was started, or still makes progress. */
export function dueOf({ status, created_at, updated_at }: ProductImport): number | null {
  if (status === "pending") return created_at + START_SECONDS;
  return status === "running" ? updated_at + STALLED_SECONDS : null;
}

function failIfNotStarted(
  { record }: ImportSnapshot,
  { now }: EventOf<LifecycleEvent, "became due">,
): Outcome<"pending" | "failed"> {
  if (now < record.created_at + START_SECONDS) return { record: { ...record, status: "pending" } };
  return failedImport(record, now, "was not started within a day: begin another import");
}

function resumeOrFail(
  { record }: ImportSnapshot,
  { now }: EventOf<LifecycleEvent, "became due">,
): Outcome<"running" | "failed"> {
  if (now < record.updated_at + STALLED_SECONDS) return { record: { ...record, status: "running" } };
  if (record.looks >= MAX_RESTARTS)
    return failedImport(record, now, "could not be worked through to its end: import it again");
  const looks = record.looks + 1;
  return { record: { ...record, looks, status: "running", updated_at: now }, runs: true };
}

function failedImport(record: ProductImport, now: number, message: string): Outcome<"failed"> {
  const faults = addFaults(record.faults, [faultOfFile(record.rows + 1, message)]);
  return { record: { ...record, faults, status: "failed", updated_at: now } };
}
