import { deletes, lifecycle, type Of, stays, to } from "#core/lifecycle.ts";
import { MEDIA } from "./errors.ts";
import { StoredUpload } from "./schema.ts";

type Status = StoredUpload["status"];

interface Whole {
  upload: StoredUpload;
}

type Happening =
  /** What was posted is to become a file. */
  | { is: "complete"; now: number }
  /** The files of a request are there, or are not to be: the note of them goes. */
  | { is: "become files" | "be given up" }
  /** Nobody has completed it in time. */
  | { is: "come due" };

interface Outcome<S extends Status = Status> {
  record: StoredUpload & { status: S };
  /** Whether the bytes in the bucket are deleted: they became no file. */
  drops?: boolean;
}

/** The life of an upload: bytes on their way to a file. One that has become a file is never dropped. */
export const uploadLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "upload",
  states: StoredUpload.shape.status.options,
  begins: ["pending"],
  stateOf: ({ upload }) => upload.status,
  rests: ({ upload }) => ({ record: upload }),
  table: {
    complete: { pending: to(["completed"], completed, [MEDIA.UPLOAD_FAILED]), completed: stays },
    "become files": { pending: deletes(({ upload }: Whole) => ({ record: upload })), completed: stays },
    "be given up": { pending: deletes(dropped), completed: stays },
    "come due": { pending: deletes(dropped), completed: stays },
  },
});

/** Seconds after which nobody completes an upload any more who began in time. */
const GRACE = 900;

/** When the tick drops what was never completed. */
export function dueOf({ status, expires_at }: StoredUpload): number | null {
  return status === "pending" ? expires_at + GRACE : null;
}

function completed({ upload }: Whole, { now }: Of<Happening, "complete">): Outcome<"completed"> {
  if (now > upload.expires_at)
    throw MEDIA.UPLOAD_FAILED({ file: upload.name, why: "the upload has expired; begin again" });
  return { record: { ...upload, status: "completed" } };
}

function dropped({ upload }: Whole): Outcome {
  return { record: upload, drops: true };
}
