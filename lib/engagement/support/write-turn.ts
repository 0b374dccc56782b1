import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { retryOnConflict } from "#core/dynamo/retry.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { visibleFields } from "#core/visible-fields.ts";
import {
  type Conversation,
  type ConversationRecord,
  type ConversationUpdate,
  ConversationView,
  type Message,
} from "./schema.ts";
import { conversationAnnouncements, conversations, messageAnnouncements, turns } from "./table.ts";

/** Number of digits at the end of a message's id that hold its sequence. */
const SEQUENCE_DIGITS = 7;
/** Milliseconds between polls of an active conversation, and of an idle one. */
const POLL_SOON_MS = 1000;
const POLL_LATE_MS = 10_000;
/** Seconds after a message for which a conversation counts as active. */
const ACTIVE_SECONDS = 30;

export interface NewMessage {
  role: Message["role"];
  content: string;
  buttons?: string[];
  metadata?: Record<string, unknown>;
}

export type Change = "created" | "updated" | "escalated" | "resolved";

export interface WrittenTurn {
  record: ConversationRecord;
  messages: Message[];
  writes: Write[];
}

/**
 * The writes of one turn: the conversation after it, its messages, and an event for each change.
 *
 * @param before the stored conversation; `undefined` for a new one
 * @param after the conversation after the turn; the fields that depend on its messages are computed here
 */
export function writeTurn(
  ctx: Context,
  before: Stored<ConversationRecord> | undefined,
  after: ConversationRecord,
  lines: NewMessage[],
  changes: Change[],
): WrittenTurn {
  const at = Math.max(ctx.now(), after.last_message_at, after.updated_at);
  const { store_id, id: conversation_id } = after;
  const messages = lines.map(({ role, content, buttons = [], metadata = {} }, index): Message => {
    const sequence = after.last_sequence + 1 + index;
    const id = messageId(ctx, sequence);
    return { id, store_id, conversation_id, role, content, buttons, metadata, sequence, created_at: at };
  });
  const last = messages.at(-1);
  const user = messages.findLast(({ role }) => role === "user");
  const record: ConversationRecord = {
    ...after,
    updated_at: at,
    last_sequence: last?.sequence ?? after.last_sequence,
    last_message_id: last?.id ?? after.last_message_id,
    last_message_at: last ? at : after.last_message_at,
    last_user_sequence: user?.sequence ?? after.last_user_sequence,
    unanswered_since: unansweredSince(after, messages),
    ...firstTimes(ctx, after, messages, at),
    announced: after.announced + changes.length,
  };
  const writes = [
    before ? conversations.replace(before, record) : conversations.create(record),
    ...(last ? [turns.create({ store_id, conversation_id, last_sequence: last.sequence, messages })] : []),
    ...messages.map((message) => announce(ctx, "message.created", messageAnnouncements, message)),
    ...changes.map((change, index) =>
      announce(ctx, `conversation.${change}`, conversationAnnouncements, {
        ...record,
        announced: after.announced + 1 + index,
      }),
    ),
  ];
  return { record, messages, writes };
}

function unansweredSince({ unanswered_since }: ConversationRecord, messages: Message[]): number | null {
  let since = unanswered_since;
  for (const { role, created_at } of messages) {
    if (role === "staff") since = null;
    if (role === "user") since ??= created_at;
  }
  return since;
}

/** The time at which each stage was first reached; a stored time does not change. */
function firstTimes(
  { actor }: Context,
  after: ConversationRecord,
  messages: readonly Message[],
  at: number,
): Partial<ConversationRecord> {
  const { asked_at, bot_at, staff_asked_at, staff_at, resolved_at, resolved_by, status } = after;
  const said = (role: Message["role"]) => (messages.some((message) => message.role === role) ? at : null);
  const asked = asked_at ?? said("user");
  const ended = status === "resolved" && resolved_at === null;
  return {
    asked_at: asked,
    bot_at: bot_at ?? (asked === null ? null : said("assistant")),
    staff_asked_at: staff_asked_at ?? (status === "escalated" && asked !== null ? at : null),
    staff_at: staff_at ?? said("staff"),
    resolved_at: resolved_at ?? (ended ? at : null),
    resolved_by: resolved_by ?? (ended ? (actor.kind === "person" ? "staff" : "bot") : null),
  };
}

/** The kinds of events that a change of status or data causes. */
export function changesBetween(
  before: Pick<ConversationRecord, "status" | "data">,
  after: Pick<ConversationRecord, "status" | "data">,
): Change[] {
  if (before.status !== after.status && after.status === "escalated") return ["escalated"];
  if (before.status !== after.status && after.status === "resolved") return ["resolved"];
  return before.status !== after.status || before.data !== after.data ? ["updated"] : [];
}

export const viewConversation = visibleFields(ConversationView);

/** The answer to a request whose turn was just written. */
export function exchangeOf(conversation: Conversation, messages: Message[]): ConversationUpdate {
  const { id, status } = conversation;
  return { id, status, conversation, messages, poll_after_ms: POLL_SOON_MS };
}

/** Milliseconds until the next poll is worthwhile. */
export function pollAfter({ last_message_at, ai_due }: ConversationRecord, now: number): number {
  const age = now - last_message_at;
  if (ai_due || age <= ACTIVE_SECONDS) return POLL_SOON_MS;
  return Math.min(POLL_LATE_MS, Math.max(POLL_SOON_MS, Math.floor(age / ACTIVE_SECONDS) * 1000));
}

/** The sequence in a message's id; `undefined` for any other text. */
export function sequenceOf(id: string): number | undefined {
  const digits = /^msg_[0-9a-z]{19}(\d{7})$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

// The id's last digits hold the sequence, so that a message is found by its id without an index.
function messageId(ctx: Context, sequence: number): string {
  return (
    newId("msg", ctx.clock()).slice(0, -SEQUENCE_DIGITS) + String(sequence).padStart(SEQUENCE_DIGITS, "0")
  );
}

/** Milliseconds for which a turn is retried while others write into the conversation. */
const RETRY_MS = 12_000;
const MAX_PAUSE_MS = 2000;

/** Retries a turn on conflict, because many requests may write to one conversation at once. */
export function retryTurnOnConflict<A>(turn: () => Promise<A>): Promise<A> {
  return retryOnConflict(turn, {
    within: scaledTimeout(RETRY_MS),
    longestPause: MAX_PAUSE_MS,
    // The pause grows with the duration of a turn, because early retries would slow all writers further.
    pause: (tries, took) => tries * Math.max(10, took),
    timeoutError: () => GENERAL.CONFLICT(),
  });
}
