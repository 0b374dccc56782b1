import { GENERAL } from "#core/errors.ts";
import { lifecycle, type Of, stays, to, when } from "#core/lifecycle.ts";
import { IMPORT_STATUSES, type Import } from "./import-schema.ts";

type Status = Import["status"];

interface Whole {
  record: Import;
}

/** What some rows came to, added to what was so before. */
type Progress = Partial<Pick<Import, "rows" | "created" | "updated" | "failed" | "faults">>;

type Happening =
  | { is: "start"; isPosted: boolean; now: number }
  /** Some rows are done; or the last one is, or none can be any more. */
  | { is: "take rows" | "be through" | "fail"; progress: Progress; now: number };

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
    record: { ...record, ...progress, status, updated_at: now },
  });
}
