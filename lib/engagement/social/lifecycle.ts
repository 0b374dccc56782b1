import { deletes, lifecycle, type Of, refuses, stays, to, when } from "#core/lifecycle.ts";
import { attemptFor } from "./attempt-record.ts";
import type { Attempt } from "./attempt-schema.ts";
import { PUBLICATION } from "./errors.ts";
import type { PUBLICATION_EVENTS } from "./events.ts";
import { PUBLICATION_STATUSES, type PublicationStatus, type StoredPublication } from "./schema.ts";

/** A publication with what decides about it: the attempt that posts it, and whether its account can post. */
interface Whole {
  publication: StoredPublication;
  attempt?: Attempt | undefined;
  account?: { status: string } | undefined;
}

interface At {
  now: number;
}

type Happening =
  /** Somebody changes it, and maybe its moment: null takes the moment away. */
  | ({ is: "edit"; moment: number | null | undefined } & At)
  | ({ is: "schedule"; moment: number; isNotPosted: boolean } & At)
  | ({ is: "publish"; moment?: number; isNotPosted: boolean } & At)
  | ({ is: "cancel" } & At)
  | ({ is: "delete" } & At)
  /** A tick or a message finds that its moment is near, or there. */
  | ({ is: "come due" } & At)
  | ({ is: "lose its account" } & At)
  /** What came of its attempt. */
  | ({ is: "be posted" } & At)
  | ({ is: "fail" | "stay unknown"; code: string; message: string } & At);
type On<E extends Happening["is"]> = Of<Happening, E>;

interface Outcome<S extends PublicationStatus = PublicationStatus> {
  record: StoredPublication & { status: S };
  tells?: (typeof PUBLICATION_EVENTS)[number];
  /** A new attempt at posting it. */
  begins?: Attempt;
  /** Whether the attempt that runs ends without posting. */
  stops?: boolean;
}

const cannot = (action: string) =>
  refuses(PUBLICATION.INVALID_STATUS, ({ publication: { status } }: Whole) =>
    PUBLICATION.INVALID_STATUS({ status, action }),
  );
/** The life of a publication. An attempt reports to the publication that waits for it: see `waitsFor`. */
export const publicationLife = lifecycle<{
  state: PublicationStatus;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "publication",
  states: PUBLICATION_STATUSES,
  begins: ["draft", "scheduled", "publishing"],
  stateOf: ({ publication }) => publication.status,
  rests: ({ publication }) => ({ record: publication }),
  table: {
    edit: {
      draft: to(["draft", "scheduled"], edited("draft")),
      scheduled: to(["draft", "scheduled"], rescheduled),
      failed: to(["failed", "scheduled"], edited("failed")),
      cancelled: to(["cancelled", "scheduled"], edited("cancelled")),
      ...when(["publishing", "published", "unknown"], cannot("edited")),
    },
    schedule: {
      ...when(["draft", "scheduled", "failed", "cancelled"], to(["scheduled"], scheduled)),
      unknown: to(["scheduled"], sure<On<"schedule">, Outcome<"scheduled">>(scheduled), [
        PUBLICATION.INVALID_STATUS,
      ]),
      ...when(["publishing", "published"], cannot("scheduled")),
    },
    publish: {
      ...when(["draft", "scheduled", "failed", "cancelled"], to(["publishing"], begun)),
      unknown: to(["publishing"], sure<On<"publish">, Outcome<"publishing">>(begun), [
        PUBLICATION.INVALID_STATUS,
      ]),
      ...when(["publishing", "published"], cannot("published")),
    },
    cancel: {
      ...when(["draft", "scheduled"], to(["cancelled"], cancelled)),
      publishing: to(["cancelled"], stopped, [PUBLICATION.INVALID_STATUS]),
      cancelled: stays,
      ...when(["published", "failed", "unknown"], cannot("cancelled")),
    },
    delete: {
      ...when(["draft", "scheduled", "published", "failed", "unknown", "cancelled"], deletes(deleted)),
      publishing: cannot("deleted"),
    },
    "come due": {
      scheduled: to(["scheduled", "publishing", "failed"], cameDue),
      ...when(["draft", "publishing", "published", "failed", "unknown", "cancelled"], stays),
    },
    "lose its account": {
      scheduled: to(["failed"], accountLost),
      ...when(["draft", "publishing", "published", "failed", "unknown", "cancelled"], stays),
    },
    "be posted": {
      ...when(["publishing", "unknown"], to(["published"], posted)),
      ...when(["draft", "scheduled", "published", "failed", "cancelled"], stays),
    },
    fail: {
      ...when(["publishing", "unknown"], to(["failed"], failed)),
      ...when(["draft", "scheduled", "published", "failed", "cancelled"], stays),
    },
    "stay unknown": {
      publishing: to(["unknown"], doubted),
      // No news of one that is unknown: its record says when it became so.
      ...when(["draft", "scheduled", "published", "failed", "unknown", "cancelled"], stays),
    },
  },
});

/** A new publication: a draft, one for later, or one that is posted from now on. */
export function newborn(
  draft: StoredPublication,
  { moment, publish, now }: { moment: number | null; publish: boolean; now: number },
): Outcome<"draft" | "scheduled" | "publishing"> {
  const publication = { ...draft, scheduled_at: moment };
  if (publish || (moment !== null && moment <= now)) return begun({ publication }, { now });
  return { record: { ...publication, status: moment === null ? "draft" : "scheduled" } };
}

/** Whether a publication still waits for what comes of this very attempt. */
export function waitsFor({ status, attempt_count }: StoredPublication, { number }: Attempt): boolean {
  return (status === "publishing" || status === "unknown") && attempt_count === number;
}

function edited<S extends PublicationStatus>(status: S) {
  return ({ publication }: Whole, { moment, now }: On<"edit">): Outcome<S | "scheduled"> => {
    const scheduled_at = moment === undefined ? publication.scheduled_at : moment;
    const then = typeof moment === "number" ? ("scheduled" as const) : status;
    return {
      record: { ...publication, scheduled_at, status: then, updated_at: now },
      tells: "publication.updated",
    };
  };
}

function rescheduled(whole: Whole, edit: On<"edit">): Outcome<"draft" | "scheduled"> {
  return edit.moment === null ? edited("draft")(whole, edit) : edited("scheduled")(whole, edit);
}

const NO_ERROR = { error_code: null, error_message: null };

function scheduled({ publication }: Whole, { moment, now }: On<"schedule">): Outcome<"scheduled"> {
  const status = "scheduled" as const;
  const record = { ...publication, status, scheduled_at: moment, ...NO_ERROR, updated_at: now };
  return { record, tells: "publication.updated" };
}

function begun({ publication }: Whole, { moment, now }: At & { moment?: number }): Outcome<"publishing"> {
  const scheduled_at = moment ?? publication.scheduled_at;
  const attempt_count = publication.attempt_count + 1;
  const record = {
    ...publication,
    status: "publishing" as const,
    scheduled_at,
    published_at: null,
    provider_post_id: null,
    provider_post_url: null,
    ...NO_ERROR,
    attempt_count,
    last_attempt_at: now,
    updated_at: now,
  };
  return { record, begins: attemptFor(record, now), tells: "publication.updated" };
}

/** Posting anew what may be posted already needs the caller's word that it is not. */
function sure<H extends { isNotPosted: boolean }, O>(does: (whole: Whole, happening: H) => O) {
  return (whole: Whole, happening: H): O => {
    if (happening.isNotPosted) return does(whole, happening);
    const action = "posted again unless confirm_not_posted says that it is not on the network";
    throw PUBLICATION.INVALID_STATUS({ status: whole.publication.status, action });
  };
}

function cancelled({ publication }: Whole, { now }: At): Outcome<"cancelled"> {
  return { record: { ...publication, status: "cancelled", updated_at: now }, tells: "publication.updated" };
}

/** While everything so far can be undone. */
function stopped(whole: Whole, at: At): Outcome<"cancelled"> {
  const { attempt } = whole;
  const isPast = attempt?.steps.some(
    ({ irreversible, called, status }) => irreversible && (called || status !== "requested"),
  );
  if (attempt?.status === "running" && !isPast && !attempt.look_up)
    return { ...cancelled(whole, at), stops: true };
  const action = "cancelled any more: the network has been asked to post it";
  throw PUBLICATION.INVALID_STATUS({ status: whole.publication.status, action });
}

function deleted({ publication }: Whole): Outcome {
  return { record: publication, tells: "publication.deleted" };
}

function cameDue(whole: Whole, at: At): Outcome<"scheduled" | "publishing" | "failed"> {
  const { publication, account } = whole;
  if (publication.scheduled_at === null || publication.scheduled_at > at.now)
    return { record: { ...publication, status: "scheduled" } };
  if (account?.status === "connected") return begun(whole, at);
  return failed(whole, { ...at, code: account ? "reconnect_required" : "account_deleted" });
}

function posted({ publication, attempt }: Whole, { now }: At): Outcome<"published"> {
  const { id = null, url = null } = attempt?.posted ?? {};
  const post = { published_at: now, provider_post_id: id, provider_post_url: url, ...NO_ERROR };
  const record = { ...publication, status: "published" as const, ...post, updated_at: now };
  return { record, tells: "publication.published" };
}

interface Why extends At {
  code: string;
  message?: string;
}

const REASONS: Record<string, string> = {
  account_deleted: "The social account was deleted.",
  reconnect_required: "The network no longer accepts this account's sign-in. Connect it again.",
};

function accountLost(whole: Whole, at: At): Outcome<"failed"> {
  return failed(whole, { ...at, code: "account_deleted" });
}

function failed(whole: Whole, why: Why): Outcome<"failed"> {
  return { record: noted("failed", whole, why), tells: "publication.failed" };
}

function doubted(whole: Whole, why: Why): Outcome<"unknown"> {
  return { record: noted("unknown", whole, why), tells: "publication.unknown" };
}

function noted<S extends PublicationStatus>(
  status: S,
  { publication }: Whole,
  { code, message = REASONS[code] ?? code, now }: Why,
) {
  const error = { error_code: code, error_message: message.slice(0, 500) };
  return { ...publication, status, ...error, updated_at: now };
}
