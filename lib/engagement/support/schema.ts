import * as z from "zod";
import { page, queryInt, queryTime } from "#core/http/page.ts";
import { staffOnly } from "#core/view-schema.ts";
import { JsonObject } from "#lib/content/blocks/schema.ts";
import { MAX_CONTENT, MAX_LABEL } from "./agent-schema.ts";

export const STATUSES = ["active", "ai_mode", "escalated", "resolved"] as const;
const MAX_REPLY = 10_000;
const MAX_MESSAGES = 200;
/** Most bytes of JSON of `data` and `metadata` each. */
const MAX_METADATA = 2048;

const WebContext = z.object({
  type: z.literal("web"),
  visitor_id: z.string().optional(),
  session_id: z.string().optional(),
});

/** A conversation of a visitor with a store; once resolved, a new message starts another. */
export const Conversation = z.object({
  id: z.string(),
  store_id: z.string(),
  agent_id: z.string().nullable(),
  channel_type: z.literal("web"),
  channel_context: WebContext,
  status: z.enum(STATUSES),
  current_node_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  assigned_account_id: staffOnly(z.string().nullable()),
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  previous_conversation_id: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Conversation = z.output<typeof Conversation>;

export const ConversationEvent = Conversation.pick({
  id: true,
  store_id: true,
  agent_id: true,
  channel_type: true,
  status: true,
  current_node_id: true,
  contact_id: true,
  assigned_account_id: true,
  data: true,
  metadata: true,
  previous_conversation_id: true,
  created_at: true,
  updated_at: true,
}).extend({ channel_context: WebContext.pick({ type: true, visitor_id: true, session_id: true }) });

/** @schema */
const staffOnlyTime = () => staffOnly(z.int().nullable().optional());

/** Times for figures, shown only to those who may READ the store. */
const StaffTimes = z.object({
  asked_at: staffOnlyTime(),
  bot_at: staffOnlyTime(),
  staff_asked_at: staffOnlyTime(),
  staff_at: staffOnlyTime(),
  resolved_at: staffOnlyTime(),
  resolved_by: staffOnly(z.enum(["bot", "staff"]).nullable().optional()),
});

/** A conversation in answers. */
export const ConversationView = ConversationEvent.extend(StaffTimes.shape).meta({
  examples: [
    {
      id: "conv_01j9z3k4m5n6p7q8r9s0t1v2w3",
      store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
      agent_id: "agent_01j9z3k4m5n6p7q8r9s0t1v2w3",
      channel_type: "web",
      channel_context: { type: "web" },
      status: "active",
      current_node_id: "hello",
      contact_id: null,
      assigned_account_id: null,
      data: { email: "grace@example.com" },
      metadata: { page: "/coffee" },
      previous_conversation_id: null,
      created_at: 1790000000,
      updated_at: 1790000000,
    },
  ],
});
export const ConversationPage = page(ConversationView);

export const Message = z.object({
  id: z.string(),
  store_id: z.string(),
  conversation_id: z.string(),
  role: z.enum(["system", "user", "assistant", "staff", "action"]),
  content: z.string(),
  buttons: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  sequence: z.int(),
  created_at: z.int(),
});
export type Message = z.output<typeof Message>;
export const MessageView = Message.pick({
  id: true,
  store_id: true,
  conversation_id: true,
  role: true,
  content: true,
  buttons: true,
  metadata: true,
  sequence: true,
  created_at: true,
});

const MessageKey = z.object({
  /** The conversation that the message was sent to. */
  conversation_id: z.string(),
  /** Who sent it, and whether its id is a `message_id` or an Idempotency-Key. */
  side: z.enum(["visitor", "visitor_key", "staff", "staff_key"]),
  message_id: z.string(),
});
export type MessageKey = z.output<typeof MessageKey>;

/** A stored conversation, with its internal fields. */
export const ConversationRecord = Conversation.extend({
  /** SHA-256 of the visitor's support token. */
  token_hash: z.string(),
  /** The store's customer to whom it is linked for staff. */
  customer_id: z.string().nullable().default(null),
  /** Id of the first conversation of the chain of successors that this one is in. */
  chain_id: z.string(),
  /** Sequence, id and time of the newest message. */
  last_sequence: z.int(),
  last_message_id: z.string(),
  last_message_at: z.int(),
  /** Sequence of the visitor's newest message; 0 for none. */
  last_user_sequence: z.int(),
  /** Time of the visitor's first message that staff have not answered; a bot's answer does not count. */
  unanswered_since: z.int().nullable().default(null),
  /** Time of the visitor's first message, and of the first answer of bot or AI. */
  asked_at: z.int().nullable().default(null),
  bot_at: z.int().nullable().default(null),
  /** When the conversation first waited for staff, and the time of their first message. */
  staff_asked_at: z.int().nullable().default(null),
  staff_at: z.int().nullable().default(null),
  resolved_at: z.int().nullable().default(null),
  resolved_by: z.enum(["bot", "staff"]).nullable().default(null),
  /** Whether staff have written; then bot and AI no longer answer. */
  staffed: z.boolean(),
  tries: z.int(),
  /** Sequence of the message that the AI must answer, and the key by which a repeated request finds the answer. */
  ai_due: z.object({ sequence: z.int(), said: MessageKey.nullable() }).nullable(),
  /** Number of events announced so far. */
  announced: z.int(),
  /** Start of the current minute, and the number of messages that the visitor sent in it. */
  window: z.int(),
  sent: z.int(),
});
export type ConversationRecord = z.output<typeof ConversationRecord>;

/** The messages of one turn, stored as one record. */
export const TurnRecord = z.object({
  store_id: z.string(),
  conversation_id: z.string(),
  /** Sequence of the turn's last message. */
  last_sequence: z.int(),
  messages: z.array(Message).min(1),
});
export type TurnRecord = z.output<typeof TurnRecord>;

/** The stored answer to a message with an id, for repeated requests. */
export const MessageReceipt = MessageKey.extend({
  store_id: z.string(),
  /** Sequence of the message that was sent. */
  sequence: z.int(),
  /** Last sequence of each turn that the answer contains. */
  turns: z.array(z.int()),
  conversation: Conversation.extend(StaffTimes.shape),
});
export type MessageReceipt = z.output<typeof MessageReceipt>;

const exchangeFields = {
  id: z.string(),
  status: z.enum(STATUSES),
  conversation: ConversationView,
  messages: z.array(MessageView),
  /** Milliseconds until the next poll is worthwhile. */
  poll_after_ms: z.int(),
};

/** A conversation with the messages of one request. */
export const ConversationUpdate = z.object(exchangeFields);
export type ConversationUpdate = z.output<typeof ConversationUpdate>;
export const ConversationStarted = z.object({ ...exchangeFields, support_token: z.string() });
export type ConversationStarted = z.output<typeof ConversationStarted>;
export const ConversationMessages = z.object({ ...exchangeFields, has_more: z.boolean() });
export type ConversationMessages = z.output<typeof ConversationMessages>;

const MessageId = z.string().min(1).max(100);
const Metadata = JsonObject.refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA,
  `may have at most ${MAX_METADATA} bytes of JSON`,
);
const nonBlank = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.trim() !== "", "must not be empty");

export const StartConversation = z
  .object({ agent_key: z.string().min(1).max(200).nullish(), metadata: Metadata.nullish() })
  .meta({ examples: [{ metadata: { page: "/coffee" } }] });

export const SendMessage = z
  .object({
    input: z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), content: nonBlank(MAX_CONTENT) }),
      z.object({ type: z.literal("button"), label: nonBlank(MAX_LABEL) }),
    ]),
    message_id: MessageId.nullish(),
  })
  .meta({
    examples: [{ input: { type: "text", content: "Do you deliver to Hamburg?" }, message_id: "m-1" }],
  });
export type SendMessage = z.output<typeof SendMessage>;

export const ReplyMessage = z
  .object({ content: nonBlank(MAX_REPLY), message_id: MessageId.nullish(), resolve: z.boolean().nullish() })
  .meta({ examples: [{ content: "We do, on Tuesdays.", resolve: false }] });
export type ReplyMessage = z.output<typeof ReplyMessage>;

export const ReadQuery = z.object({
  /** Id of a message; only later messages are shown. */
  after_id: z.string().max(200).optional(),
  /** Only messages at this time or later are shown. */
  after_created_at: queryTime.optional(),
  message_limit: queryInt(1, MAX_MESSAGES).optional(),
});
export type ReadQuery = z.output<typeof ReadQuery>;

/** Whether a visitor waits for an answer of staff. */
export function isWaiting(of: Pick<ConversationRecord, "status" | "unanswered_since">): boolean {
  return of.status === "escalated" && of.unanswered_since !== null;
}

/** Whether a conversation is not resolved. */
export function isOpen({ status }: Pick<ConversationRecord, "status">): boolean {
  return status !== "resolved";
}
