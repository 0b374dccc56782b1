import { GENERAL } from "#core/errors.ts";
import { lifecycle, type Of, stays, to, when } from "#core/lifecycle.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { faultOfFile, toldWith } from "./import-faults.ts";
import { IMPORT_STATUSES, type Import } from "./import-schema.ts";

/** Seconds in which an import is to be started: its file can be posted for an hour of them. */
const WAITS = DAY;
/** Seconds without a row after which the message that had it go on counts as lost: many times what a worker has. */
const SILENT = HOUR / 2;
/** Times that a worker is asked anew for a row that none has got past. */
const MAX_LOOKS = 5;

type Status = Import["status"];

interface Whole {
  record: Import;
}

/** What some rows came to, added to what was so before. */
type Progress = Partial<Pick<Import, "rows" | "created" | "updated" | "failed" | "faults">>;

type Happening =
  | { is: "start"; isPosted: boolean; now: number }
  /** Some rows are done; or the last one is, or none can be any more. */
  | { is: "take rows" | "be through" | "fail"; progress: Progress; now: number }
  /** A tick sees that its time has come: nobody started it, or nothing is heard of it. */
  | { is: "come due"; now: number };

interface Outcome<S extends Status = Status> {
  record: Import & { status: S };
  /** Whether a worker goes on with it. */
  runs?: boolean;
}

const over = when(["pending", "completed", "failed"], stays);

/** The life of an import of products. */
export const importLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "import",
  states: IMPORT_STATUSES,
  begins: ["pending"],
  stateOf: ({ record }) => record.status,
  rests: ({ record }) => ({ record }),
  table: {
    start: {
      pending: to(["running"], started, [GENERAL.BAD_REQUEST]),
      ...when(["running", "completed", "failed"], stays),
    },
    "take rows": { running: to(["running"], came("running")), ...over },
    "be through": { running: to(["completed"], came("completed")), ...over },
    fail: { running: to(["failed"], came("failed")), ...over },
    "come due": {
      pending: to(["pending", "failed"], forgotten),
      running: to(["running", "failed"], silent),
      ...when(["completed", "failed"], stays),
    },
  },
});

function started({ record }: Whole, { isPosted, now }: Of<Happening, "start">): Outcome<"running"> {
  if (!isPosted)
    throw GENERAL.BAD_REQUEST({
      message: "The file was not posted: post it with the form of the import first.",
    });
  return { record: { ...record, status: "running", updated_at: now }, runs: true };
}

function came<S extends Status>(status: S) {
  return ({ record }: Whole, { progress, now }: { progress: Progress; now: number }): Outcome<S> => ({
    record: { ...record, ...progress, looks: 0, status, updated_at: now },
  });
}

/** When a tick looks at an import that nothing has come of. */
export function dueOf({ status, created_at, updated_at }: Import): number | null {
  if (status === "pending") return created_at + WAITS;
  return status === "running" ? updated_at + SILENT : null;
}

function forgotten({ record }: Whole, { now }: Of<Happening, "come due">): Outcome<"pending" | "failed"> {
  if (now < record.created_at + WAITS) return { record: { ...record, status: "pending" } };
  return failed(record, now, "was not started within a day: begin another import");
}

function silent({ record }: Whole, { now }: Of<Happening, "come due">): Outcome<"running" | "failed"> {
  if (now < record.updated_at + SILENT) return { record: { ...record, status: "running" } };
  if (record.looks >= MAX_LOOKS)
    return failed(record, now, "could not be worked through to its end: import it again");
  const looks = record.looks + 1;
  return { record: { ...record, looks, status: "running", updated_at: now }, runs: true };
}

function failed(record: Import, now: number, message: string): Outcome<"failed"> {
  const faults = toldWith(record.faults, [faultOfFile(record.rows + 1, message)]);
  return { record: { ...record, faults, status: "failed", updated_at: now } };
}
