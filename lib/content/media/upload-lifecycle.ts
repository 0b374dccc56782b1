import { deletes, type EventOf, ignored, lifecycle, movesTo } from "#core/lifecycle.ts";
import { MEDIA } from "./errors.ts";
import { StoredUpload } from "./schema.ts";

type Status = StoredUpload["status"];

interface UploadSnapshot {
  upload: StoredUpload;
}

type LifecycleEvent =
  | { type: "completed"; now: number }
  /** The files of a request exist, or will never exist, so the upload is deleted. */
  | { type: "files created" | "abandoned" }
  | { type: "became due" };

interface Outcome<S extends Status = Status> {
  record: StoredUpload & { status: S };
  /** Whether the bytes in the bucket are deleted: they became no file. */
  drops?: boolean;
}

/** The life of an upload: bytes on their way to a file. One that has become a file is never dropped. */
export const uploadLife = lifecycle<{
  state: Status;
  snapshot: UploadSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "upload",
  states: StoredUpload.shape.status.options,
  initial: ["pending"],
  stateOf: ({ upload }) => upload.status,
  unchanged: ({ upload }) => ({ record: upload }),
  table: {
    completed: { pending: movesTo(["completed"], complete, [MEDIA.UPLOAD_FAILED]), completed: ignored },
    "files created": {
      pending: deletes(({ upload }: UploadSnapshot) => ({ record: upload })),
      completed: ignored,
    },
    abandoned: { pending: deletes(drop), completed: ignored },
    "became due": { pending: deletes(drop), completed: ignored },
  },
});

/** Seconds after which nobody completes an upload any more who began in time. */
const GRACE = 900;

/** When the tick drops what was never completed. */
export function dueOf({ status, expires_at }: StoredUpload): number | null {
  return status === "pending" ? expires_at + GRACE : null;
}

function complete(
  { upload }: UploadSnapshot,
  { now }: EventOf<LifecycleEvent, "completed">,
): Outcome<"completed"> {
  if (now > upload.expires_at)
    throw MEDIA.UPLOAD_FAILED({ file: upload.name, why: "the upload has expired; begin again" });
  return { record: { ...upload, status: "completed" } };
}

function drop({ upload }: UploadSnapshot): Outcome {
  return { record: upload, drops: true };
}
