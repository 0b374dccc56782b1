import { type EventOf, ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { NEWSLETTER } from "./errors.ts";
import { SEND_STATUSES, type SendRecord } from "./schema.ts";

/** Seconds after senders were called until the scheduled worker checks that the send makes progress. */
const CHECK_AFTER = 120;

interface EditionSnapshot {
  send: SendRecord;
}

/** The content of the entry when sending started, and the number of senders. */
type EntryCopy = Pick<SendRecord, "locale" | "blocks" | "parts">;

interface WithTime {
  now: number;
}

type LifecycleEvent =
  | ({ type: "resend requested"; at: number; copy: EntryCopy & Pick<SendRecord, "collectionId"> } & WithTime)
  | ({ type: "cancelled" } & WithTime)
  /** The time of the send has come, or its senders stalled. `copy` is the content, or why it cannot be sent. */
  | ({ type: "became due"; copy: EntryCopy | string } & WithTime)
  /** `done` is the number of finished parts. */
  | ({ type: "part sent"; done: number } & WithTime)
  | ({ type: "newsletter deleted" } & WithTime);
type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

interface Outcome<S extends SendRecord["status"] = SendRecord["status"]> {
  record: SendRecord & { status: S };
  /** Whether messages to senders are queued. */
  calls?: boolean;
}

const refuseAsSent = refuses(NEWSLETTER.ALREADY_SENT, () => NEWSLETTER.ALREADY_SENT());

/** The lifecycle of an edition, which is the single send of an entry. */
export const editionLife = lifecycle<{
  state: SendRecord["status"];
  snapshot: EditionSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "edition",
  states: SEND_STATUSES,
  initial: ["scheduled", "sending"],
  stateOf: ({ send }) => send.status,
  unchanged: ({ send }) => ({ record: send }),
  table: {
    "resend requested": {
      ...inStates(["failed", "cancelled"], movesTo(["scheduled", "sending"], resend)),
      ...inStates(["scheduled", "sending", "sent"], refuseAsSent),
    },
    cancelled: {
      scheduled: movesTo(["cancelled"], cancel),
      ...inStates(["sending", "sent", "failed", "cancelled"], refuseAsSent),
    },
    "became due": {
      scheduled: movesTo(["sending", "failed"], startSending),
      sending: movesTo(["sending"], callSendersAgain),
      ...inStates(["sent", "failed", "cancelled"], ignored),
    },
    "part sent": {
      sending: movesTo(["sending", "sent"], finishPart),
      ...inStates(["scheduled", "sent", "failed", "cancelled"], ignored),
    },
    "newsletter deleted": {
      sending: movesTo(["failed"], ({ send }: EditionSnapshot, { now }: WithTime) =>
        fail(send, "The newsletter was deleted.", now),
      ),
      ...inStates(["scheduled", "sent", "failed", "cancelled"], ignored),
    },
  },
});

/** When the scheduled worker must start or check a send. */
export function dueOf({ status, scheduledAt, calledAt }: SendRecord): number | null {
  if (status === "scheduled") return scheduledAt;
  return status === "sending" && calledAt !== null ? calledAt + CHECK_AFTER : null;
}

/** A new send: scheduled for later, or sent at once. */
export function newEdition(
  slots: Pick<SendRecord, "businessId" | "entryId">,
  { at, copy, now }: Pick<Event<"resend requested">, "at" | "copy" | "now">,
  round = 1,
): Outcome<"scheduled" | "sending"> {
  const scheduledAt = Math.max(at, now);
  const begins = scheduledAt <= now;
  const record = {
    ...slots,
    ...copy,
    round,
    scheduledAt,
    startedAt: begins ? now : null,
    calledAt: begins ? now : null,
    finishedAt: null,
    error: null,
  };
  return begins
    ? { record: { ...record, status: "sending" }, calls: true }
    : { record: { ...record, status: "scheduled", parts: 1 } };
}

function resend({ send }: EditionSnapshot, event: Event<"resend requested">) {
  const { record, ...beside } = newEdition(send, event, send.round + 1);
  return { record: { ...send, ...record }, ...beside };
}

function cancel({ send }: EditionSnapshot, { now }: WithTime): Outcome<"cancelled"> {
  return { record: { ...send, status: "cancelled", finishedAt: now } };
}

function startSending(
  { send }: EditionSnapshot,
  { copy, now }: Event<"became due">,
): Outcome<"sending" | "failed"> {
  if (typeof copy === "string") return fail(send, copy, now);
  return { record: { ...send, ...copy, status: "sending", startedAt: now, calledAt: now }, calls: true };
}

function callSendersAgain({ send }: EditionSnapshot, { now }: WithTime): Outcome<"sending"> {
  return { record: { ...send, status: "sending", calledAt: now }, calls: true };
}

function finishPart(
  { send }: EditionSnapshot,
  { done, now }: Event<"part sent">,
): Outcome<"sending" | "sent"> {
  const status = done < send.parts ? ("sending" as const) : ("sent" as const);
  return { record: { ...send, status, finishedAt: status === "sent" ? now : null } };
}

function fail(send: SendRecord, error: string, now: number): Outcome<"failed"> {
  return { record: { ...send, status: "failed", error, finishedAt: now } };
}
