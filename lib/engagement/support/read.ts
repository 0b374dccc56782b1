import { type Context, contactIds } from "#core/context.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import type { Read } from "#core/dynamo/read.ts";
import { ApiError, GENERAL, invalidField } from "#core/errors.ts";
import { hash } from "#core/seal.ts";
import type { Agent } from "./agent-schema.ts";
import type { ConversationMessages, ConversationRecord, Message, ReadQuery } from "./schema.ts";
import { agents, conversations, turns } from "./table.ts";
import { pollAfter, sequenceOf, viewConversation } from "./write-turn.ts";

const DEFAULT_LIMIT = 50;

/** A conversation and its new messages, for its visitor. Without new messages this costs one read. */
export async function readConversation(
  ctx: Context,
  storeId: string,
  id: string,
  headers: Record<string, string | undefined>,
  query: ReadQuery,
): Promise<ConversationMessages> {
  const visitor = visitorOf(ctx, headers);
  const record = await conversations.find({ store_id: storeId, id }, ctx);
  if (!record || !canOpen(visitor, record)) throw GENERAL.NOT_FOUND();
  return readingOf(ctx, record, query);
}

/** A conversation and its messages, for staff. */
export async function getConversation(
  ctx: Context,
  storeId: string,
  id: string,
  query: ReadQuery,
): Promise<ConversationMessages> {
  return readingOf(ctx, await conversations.get({ store_id: storeId, id }, GENERAL.NOT_FOUND(), ctx), query);
}

async function readingOf(
  ctx: Context,
  record: ConversationRecord,
  query: ReadQuery,
): Promise<ConversationMessages> {
  const conversation = viewConversation(record);
  const { messages, has_more } = await messagesOf(record, query);
  const poll_after_ms = pollAfter(record, ctx.now());
  return { id: record.id, status: record.status, conversation, messages, has_more, poll_after_ms };
}

interface Messages {
  messages: Message[];
  has_more: boolean;
}

async function messagesOf(record: ConversationRecord, query: ReadQuery): Promise<Messages> {
  const { after_id, after_created_at, message_limit: limit = DEFAULT_LIMIT } = query;
  const nothing = { messages: [], has_more: false };
  if (after_id !== undefined && after_id === record.last_message_id) return nothing;
  if (after_id === undefined && after_created_at === undefined) return newestMessages(record, limit);
  const fromId = after_id === undefined ? 1 : await sequenceAfter(record, after_id);
  const fromTime = after_created_at === undefined ? 1 : await firstSince(record, after_created_at);
  return messagesFrom(record, Math.max(fromId, fromTime), limit);
}

/** The newest messages of a conversation, oldest first. */
export async function newestMessages(record: ConversationRecord, limit: number): Promise<Messages> {
  const { records } = await turns.query(turns.partition(turnKey(record)), {
    limit,
    descending: true,
    consistent: true,
  });
  const all = records.toReversed().flatMap(({ messages: own }) => own);
  const messages = all.slice(-limit);
  return { messages, has_more: (messages[0]?.sequence ?? 1) > 1 };
}

async function messagesFrom(record: ConversationRecord, sequence: number, limit: number): Promise<Messages> {
  const all = (await turnsFrom(record, sequence, limit)).filter((message) => message.sequence >= sequence);
  const messages = all.slice(0, limit);
  const reached = messages.at(-1)?.sequence ?? record.last_sequence;
  return { messages, has_more: all.length > messages.length || reached < record.last_sequence };
}

// Messages are stored by turn. A turn's key is the sequence of its last message, so the first turn found contains
// `sequence`.
async function turnsFrom(record: ConversationRecord, sequence: number, limit: number): Promise<Message[]> {
  const { records } = await turns.query(turns.partition(turnKey(record)), {
    from: paddedNumber(sequence),
    limit,
    consistent: true,
  });
  return records.flatMap(({ messages }) => messages);
}

async function sequenceAfter(record: ConversationRecord, id: string): Promise<number> {
  const sequence = sequenceOf(id);
  const [turn] = sequence === undefined ? [] : [await turnsFrom(record, sequence, 1)];
  if (sequence === undefined || !turn?.some((message) => message.id === id)) {
    const message = "is no message of this conversation";
    throw invalidField("after_id", message);
  }
  return sequence + 1;
}

/** Sequence of the first message at or after a time, by binary search: messages are in the order of their times. */
async function firstSince(record: ConversationRecord, time: number): Promise<number> {
  let low = 1;
  let high = record.last_sequence + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = (await turnsFrom(record, middle, 1)).find(({ sequence }) => sequence === middle);
    if (!found || found.created_at >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function turnKey({ store_id, id }: ConversationRecord) {
  return { store_id, conversation_id: id };
}

/** Most parsed agents in the cache; each has up to 200 KB. */
const MAX_CACHED = 50;
const parsedAgents = new Map<string, Agent>();

/** Reads an agent. Each version is parsed only once per process, because every turn reads the agent. */
export function agentRead(of: { store_id: string; id: string }): Read<Agent> {
  const { key, parse } = agents.read(of);
  return {
    key,
    parse(item) {
      const name = JSON.stringify([item.pk, item.sk, item._v]);
      const agent = parsedAgents.get(name) ?? parse(item);
      if (parsedAgents.size >= MAX_CACHED && !parsedAgents.has(name)) parsedAgents.clear();
      parsedAgents.set(name, agent);
      return agent;
    },
  };
}

/** A visitor's credentials: a support token, a contact session, or both. */
export interface Visitor {
  tokenHash: string | undefined;
  /** Ids of the session's contact and of those that were merged into it. */
  contactIds: readonly string[];
}

/** The visitor's credentials in a request; those of a staff account are ignored. */
export function visitorOf(
  { actor }: Pick<Context, "actor">,
  headers: Record<string, string | undefined>,
): Visitor {
  const token = supportToken(headers);
  const session = actor.kind === "visitor" ? actor : undefined;
  const { code, status } = GENERAL.UNAUTHENTICATED;
  if (!token && !session)
    throw new ApiError(code, status, "Send the support_token of the conversation as X-Support-Token.");
  return { tokenHash: token && hash(token), contactIds: session ? contactIds(session) : [] };
}

/** Whether a visitor's token or contact belongs to a conversation. */
export function canOpen(visitor: Visitor, { token_hash, contact_id }: ConversationRecord): boolean {
  if (visitor.tokenHash !== undefined && visitor.tokenHash === token_hash) return true;
  return contact_id !== null && visitor.contactIds.includes(contact_id);
}

/** The header of a support token may have any name with this end, such as `x-shop-support-token`. */
const SUPPORT_TOKEN = /-support-token$/i;

/** The support token of a request; `undefined` if it has none. */
export function supportToken(headers: Record<string, string | undefined>): string | undefined {
  const found = Object.entries(headers).find(([name, value]) => SUPPORT_TOKEN.test(name) && value?.trim());
  return found?.[1]?.trim();
}
