import { cutText } from "#core/cut-text.ts";
import { deletes, type EventOf, ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { newPublicationAttempt } from "./attempt-record.ts";
import type { Attempt } from "./attempt-schema.ts";
import { PUBLICATION } from "./errors.ts";
import type { PUBLICATION_EVENTS } from "./events.ts";
import { PUBLICATION_STATUSES, type PublicationStatus, type StoredPublication } from "./schema.ts";

/** A publication with its latest attempt and its account, where a transition needs them. */
interface PublicationSnapshot {
  publication: StoredPublication;
  attempt?: Attempt | undefined;
  account?: { status: string } | undefined;
}

interface WithTime {
  now: number;
}

type LifecycleEvent =
  /** `moment` is the new time; null removes the time, undefined leaves it unchanged. */
  | ({ type: "changed"; moment: number | null | undefined } & WithTime)
  | ({ type: "scheduled"; moment: number; isNotPosted: boolean } & WithTime)
  | ({ type: "publishing requested"; moment?: number; isNotPosted: boolean } & WithTime)
  | ({ type: "cancelled" } & WithTime)
  | ({ type: "deleted" } & WithTime)
  | ({ type: "became due" } & WithTime)
  | ({ type: "account deleted" } & WithTime)
  | ({ type: "posted" } & WithTime)
  | ({ type: "failed" | "outcome unknown"; code: string; message: string } & WithTime);
type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

interface Outcome<S extends PublicationStatus = PublicationStatus> {
  record: StoredPublication & { status: S };
  event?: (typeof PUBLICATION_EVENTS)[number];
  /** The attempt that starts to post the publication. */
  begins?: Attempt;
  /** Whether the running attempt must end without posting. */
  stops?: boolean;
}

const refusesAction = (action: string) =>
  refuses(PUBLICATION.INVALID_STATUS, ({ publication: { status } }: PublicationSnapshot) =>
    PUBLICATION.INVALID_STATUS({ status, action }),
  );
/** The lifecycle of a publication. Events of an attempt apply only while `waitsFor` is true for it. */
export const publicationLife = lifecycle<{
  state: PublicationStatus;
  snapshot: PublicationSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "publication",
  states: PUBLICATION_STATUSES,
  initial: ["draft", "scheduled", "publishing"],
  stateOf: ({ publication }) => publication.status,
  unchanged: ({ publication }) => ({ record: publication }),
  table: {
    changed: {
      draft: movesTo(["draft", "scheduled"], edit("draft")),
      scheduled: movesTo(["draft", "scheduled"], reschedule),
      failed: movesTo(["failed", "scheduled"], edit("failed")),
      cancelled: movesTo(["cancelled", "scheduled"], edit("cancelled")),
      ...inStates(["publishing", "published", "unknown"], refusesAction("edited")),
    },
    scheduled: {
      ...inStates(["draft", "scheduled", "failed", "cancelled"], movesTo(["scheduled"], schedule)),
      unknown: movesTo(["scheduled"], ifNotPosted(schedule), [PUBLICATION.INVALID_STATUS]),
      ...inStates(["publishing", "published"], refusesAction("scheduled")),
    },
    "publishing requested": {
      ...inStates(["draft", "scheduled", "failed", "cancelled"], movesTo(["publishing"], startPublishing)),
      unknown: movesTo(["publishing"], ifNotPosted(startPublishing), [PUBLICATION.INVALID_STATUS]),
      ...inStates(["publishing", "published"], refusesAction("published")),
    },
    cancelled: {
      ...inStates(["draft", "scheduled"], movesTo(["cancelled"], cancel)),
      publishing: movesTo(["cancelled"], stopAttempt, [PUBLICATION.INVALID_STATUS]),
      cancelled: ignored,
      ...inStates(["published", "failed", "unknown"], refusesAction("cancelled")),
    },
    deleted: {
      ...inStates(
        ["draft", "scheduled", "published", "failed", "unknown", "cancelled"],
        deletes(announceDeletion),
      ),
      publishing: refusesAction("deleted"),
    },
    "became due": {
      scheduled: movesTo(["scheduled", "publishing", "failed"], publishDue),
      ...inStates(["draft", "publishing", "published", "failed", "unknown", "cancelled"], ignored),
    },
    "account deleted": {
      scheduled: movesTo(["failed"], failWithoutAccount),
      ...inStates(["draft", "publishing", "published", "failed", "unknown", "cancelled"], ignored),
    },
    posted: {
      ...inStates(["publishing", "unknown"], movesTo(["published"], markPosted)),
      ...inStates(["draft", "scheduled", "published", "failed", "cancelled"], ignored),
    },
    failed: {
      ...inStates(["publishing", "unknown"], movesTo(["failed"], fail)),
      ...inStates(["draft", "scheduled", "published", "failed", "cancelled"], ignored),
    },
    "outcome unknown": {
      publishing: movesTo(["unknown"], markUnknown),
      // An outcome that is already unknown is not recorded again, so that its time does not change.
      ...inStates(["draft", "scheduled", "published", "failed", "unknown", "cancelled"], ignored),
    },
  },
});

/** The first record of a publication: a draft, scheduled, or being posted. */
export function creationOutcome(
  draft: StoredPublication,
  { moment, publish, now }: { moment: number | null; publish: boolean; now: number },
): Outcome<"draft" | "scheduled" | "publishing"> {
  const publication = { ...draft, scheduled_at: moment };
  if (publish || (moment !== null && moment <= now)) return startPublishing({ publication }, { now });
  return { record: { ...publication, status: moment === null ? "draft" : "scheduled" } };
}

/** Whether a publication still waits for the outcome of this attempt. */
export function waitsFor({ status, attempt_count }: StoredPublication, { number }: Attempt): boolean {
  return (status === "publishing" || status === "unknown") && attempt_count === number;
}

function edit<S extends PublicationStatus>(status: S) {
  return (
    { publication }: PublicationSnapshot,
    { moment, now }: Event<"changed">,
  ): Outcome<S | "scheduled"> => {
    const scheduled_at = moment === undefined ? publication.scheduled_at : moment;
    const then = typeof moment === "number" ? ("scheduled" as const) : status;
    return {
      record: { ...publication, scheduled_at, status: then, updated_at: now },
      event: "publication.updated",
    };
  };
}

function reschedule(snapshot: PublicationSnapshot, event: Event<"changed">): Outcome<"draft" | "scheduled"> {
  return edit(event.moment === null ? "draft" : "scheduled")(snapshot, event);
}

const NO_ERROR = { error_code: null, error_message: null };

function schedule(
  { publication }: PublicationSnapshot,
  { moment, now }: Event<"scheduled">,
): Outcome<"scheduled"> {
  const status = "scheduled" as const;
  const record = { ...publication, status, scheduled_at: moment, ...NO_ERROR, updated_at: now };
  return { record, event: "publication.updated" };
}

function startPublishing(
  { publication }: PublicationSnapshot,
  { moment, now }: WithTime & { moment?: number },
): Outcome<"publishing"> {
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
  return { record, begins: newPublicationAttempt(record, now), event: "publication.updated" };
}

/** Refuses to post a publication again that may be online, unless the caller confirms that it is not online. */
function ifNotPosted<E, O>(apply: (snapshot: PublicationSnapshot, event: E) => O) {
  return (snapshot: PublicationSnapshot, event: E & { isNotPosted: boolean }): O => {
    if (event.isNotPosted) return apply(snapshot, event);
    const action = "posted again unless confirm_not_posted says that it is not on the network";
    throw PUBLICATION.INVALID_STATUS({ status: snapshot.publication.status, action });
  };
}

function cancel({ publication }: PublicationSnapshot, { now }: WithTime): Outcome<"cancelled"> {
  return { record: { ...publication, status: "cancelled", updated_at: now }, event: "publication.updated" };
}

/** Cancels a running attempt, which is possible only before its irreversible call. */
function stopAttempt(snapshot: PublicationSnapshot, at: WithTime): Outcome<"cancelled"> {
  const { attempt } = snapshot;
  const isPast = attempt?.steps.some(
    ({ irreversible, called, status }) => irreversible && (called || status !== "requested"),
  );
  if (attempt?.status === "running" && !isPast && !attempt.look_up)
    return { ...cancel(snapshot, at), stops: true };
  const action = "cancelled any more: the network has been asked to post it";
  throw PUBLICATION.INVALID_STATUS({ status: snapshot.publication.status, action });
}

function announceDeletion({ publication }: PublicationSnapshot): Outcome {
  return { record: publication, event: "publication.deleted" };
}

function publishDue(
  snapshot: PublicationSnapshot,
  at: WithTime,
): Outcome<"scheduled" | "publishing" | "failed"> {
  const { publication, account } = snapshot;
  if (publication.scheduled_at === null || publication.scheduled_at > at.now)
    return { record: { ...publication, status: "scheduled" } };
  if (account?.status === "connected") return startPublishing(snapshot, at);
  return fail(snapshot, { ...at, code: account ? "reconnect_required" : "account_deleted" });
}

function markPosted({ publication, attempt }: PublicationSnapshot, { now }: WithTime): Outcome<"published"> {
  const { id = null, url = null } = attempt?.posted ?? {};
  const post = { published_at: now, provider_post_id: id, provider_post_url: url, ...NO_ERROR };
  const record = { ...publication, status: "published" as const, ...post, updated_at: now };
  return { record, event: "publication.published" };
}

type Failure = WithTime & { code: string; message?: string };

const ERROR_TEXTS: Record<string, string> = {
  account_deleted: "The social account was deleted.",
  reconnect_required: "The network no longer accepts this account's sign-in. Connect it again.",
};

function failWithoutAccount(snapshot: PublicationSnapshot, at: WithTime): Outcome<"failed"> {
  return fail(snapshot, { ...at, code: "account_deleted" });
}

function fail(snapshot: PublicationSnapshot, why: Failure): Outcome<"failed"> {
  return { record: withError("failed", snapshot, why), event: "publication.failed" };
}

function markUnknown(snapshot: PublicationSnapshot, why: Failure): Outcome<"unknown"> {
  return { record: withError("unknown", snapshot, why), event: "publication.unknown" };
}

function withError<S extends PublicationStatus>(
  status: S,
  { publication }: PublicationSnapshot,
  { code, message = ERROR_TEXTS[code] ?? code, now }: Failure,
) {
  return { ...publication, status, error_code: code, error_message: cutText(message, 500), updated_at: now };
}
