import { lifecycle, type Of, refuses, stays, to, when } from "#core/lifecycle.ts";
import { NEWSLETTER } from "./errors.ts";
import { SEND_STATUSES, type SendRecord } from "./schema.ts";

/** Seconds after which the minute tick looks whether a send goes on. */
const LOOK_AFTER = 120;

interface Whole {
  send: SendRecord;
}

/** The entry as it is sent, by so many senders. */
type Copy = Pick<SendRecord, "locale" | "blocks" | "parts">;

interface At {
  now: number;
}

type Happening =
  /** What failed or was taken back is sent once more. */
  | ({ is: "send again"; at: number; copy: Copy & Pick<SendRecord, "collectionId"> } & At)
  | ({ is: "cancel" } & At)
  /** The tick finds that its moment has come, or that it stands still; `copy` is why it cannot be sent, or what is. */
  | ({ is: "come due"; copy: Copy | string } & At)
  /** A sender is through with its part; `done` counts the parts that are. */
  | ({ is: "finish a part"; done: number } & At)
  | ({ is: "lose its newsletter" } & At);
type On<E extends Happening["is"]> = Of<Happening, E>;

interface Outcome<S extends SendRecord["status"] = SendRecord["status"]> {
  record: SendRecord & { status: S };
  /** Whether senders are called. */
  calls?: boolean;
}

const tooLate = refuses(NEWSLETTER.ALREADY_SENT, () => NEWSLETTER.ALREADY_SENT());

/** The life of an edition: the one send of an entry. */
export const editionLife = lifecycle<{
  state: SendRecord["status"];
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "edition",
  states: SEND_STATUSES,
  begins: ["scheduled", "sending"],
  stateOf: ({ send }) => send.status,
  rests: ({ send }) => ({ record: send }),
  table: {
    "send again": {
      ...when(["failed", "cancelled"], to(["scheduled", "sending"], sentAgain)),
      ...when(["scheduled", "sending", "sent"], tooLate),
    },
    cancel: {
      scheduled: to(["cancelled"], cancelled),
      ...when(["sending", "sent", "failed", "cancelled"], tooLate),
    },
    "come due": {
      scheduled: to(["sending", "failed"], cameDue),
      sending: to(["sending"], calledAgain),
      ...when(["sent", "failed", "cancelled"], stays),
    },
    "finish a part": {
      sending: to(["sending", "sent"], partDone),
      ...when(["scheduled", "sent", "failed", "cancelled"], stays),
    },
    "lose its newsletter": {
      sending: to(["failed"], ({ send }: Whole, { now }: At) =>
        ended(send, "The newsletter was deleted.", now),
      ),
      ...when(["scheduled", "sent", "failed", "cancelled"], stays),
    },
  },
});

/** When the tick has something to do about a send. */
export function dueOf({ status, scheduledAt, calledAt }: SendRecord): number | null {
  if (status === "scheduled") return scheduledAt;
  return status === "sending" && calledAt !== null ? calledAt + LOOK_AFTER : null;
}

/** A send as it begins: for later, or at once. */
export function newEdition(
  slots: Pick<SendRecord, "businessId" | "entryId">,
  { at, copy, now }: Pick<On<"send again">, "at" | "copy" | "now">,
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

function sentAgain({ send }: Whole, happening: On<"send again">) {
  const { record, ...beside } = newEdition(send, happening, send.round + 1);
  return { record: { ...send, ...record }, ...beside };
}

function cancelled({ send }: Whole, { now }: At): Outcome<"cancelled"> {
  return { record: { ...send, status: "cancelled", finishedAt: now } };
}

function cameDue({ send }: Whole, { copy, now }: On<"come due">): Outcome<"sending" | "failed"> {
  if (typeof copy === "string") return ended(send, copy, now);
  return { record: { ...send, ...copy, status: "sending", startedAt: now, calledAt: now }, calls: true };
}

function calledAgain({ send }: Whole, { now }: At): Outcome<"sending"> {
  return { record: { ...send, status: "sending", calledAt: now }, calls: true };
}

function partDone({ send }: Whole, { done, now }: On<"finish a part">): Outcome<"sending" | "sent"> {
  const status = done < send.parts ? ("sending" as const) : ("sent" as const);
  return { record: { ...send, status, finishedAt: status === "sent" ? now : null } };
}

function ended(send: SendRecord, error: string, now: number): Outcome<"failed"> {
  return { record: { ...send, status: "failed", error, finishedAt: now } };
}
