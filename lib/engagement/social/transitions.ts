import { PUBLICATION } from "./errors.ts";
import type { PublicationStatus, StoredPublication } from "./schema.ts";

type Action = "edited" | "scheduled" | "published" | "cancelled" | "deleted";

/** From which statuses a caller may do what. What workers do is not listed: they follow their attempt. */
const ALLOWED: Readonly<Record<Action, readonly PublicationStatus[]>> = {
  edited: ["draft", "scheduled", "failed", "cancelled"],
  scheduled: ["draft", "scheduled", "failed", "cancelled", "unknown"],
  published: ["draft", "scheduled", "failed", "cancelled", "unknown"],
  cancelled: ["draft", "scheduled", "publishing", "cancelled"],
  deleted: ["draft", "scheduled", "published", "failed", "unknown", "cancelled"],
};

/** Throws the 409 of what cannot be done with a publication as it stands. */
export function checkTransition({ status }: StoredPublication, action: Action): void {
  if (!ALLOWED[action].includes(status)) throw PUBLICATION.INVALID_STATUS({ status, action });
}

/** Posting anew what may be posted already needs the caller's word that it is not. */
export function checkConfirmed({ status }: StoredPublication, confirmed: boolean | null | undefined): void {
  if (status === "unknown" && confirmed !== true) {
    throw PUBLICATION.INVALID_STATUS({
      status,
      action: "posted again unless confirm_not_posted says that it is not on the network",
    });
  }
}
