import { deletes, type EventOf, ignored, lifecycle, movesTo } from "#core/lifecycle.ts";
import { MEDIA } from "./errors.ts";
import { StoredUpload } from "./schema.ts";

type Status = StoredUpload["status"];

interface UploadSnapshot {
  upload: StoredUpload;
}

type LifecycleEvent =
  | { type: "completed"; now: number }
  /** The files of a request were created, or the request failed. */
  | { type: "files created" | "abandoned" }
  | { type: "became due" };

interface Outcome<S extends Status = Status> {
  record: StoredUpload & { status: S };
  /** Whether the upload's objects in the bucket are deleted, because no file was created. */
  drops?: boolean;
}

/** The lifecycle of an upload until it is a file. The bytes of a completed upload are never deleted. */
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
    abandoned: { pending: deletes(dropUpload), completed: ignored },
    "became due": { pending: deletes(dropUpload), completed: ignored },
  },
});

/** Seconds after `expires_at` until which a completion that started in time may still run. */
const GRACE_SECONDS = 900;

/** When the scheduled worker deletes an upload that was not completed. */
export function dueOf({ status, expires_at }: StoredUpload): number | null {
  return status === "pending" ? expires_at + GRACE_SECONDS : null;
}

function complete(
  { upload }: UploadSnapshot,
  { now }: EventOf<LifecycleEvent, "completed">,
): Outcome<"completed"> {
  if (now > upload.expires_at)
    throw MEDIA.UPLOAD_FAILED({ file: upload.name, why: "the upload has expired; begin again" });
  return { record: { ...upload, status: "completed" } };
}

function dropUpload({ upload }: UploadSnapshot): Outcome {
  return { record: upload, drops: true };
}
