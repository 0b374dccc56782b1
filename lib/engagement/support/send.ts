import { setTimeout as sleep } from "node:timers/promises";
import { type Budget, configuredBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Agent } from "./agent-schema.ts";
import { nextTurn } from "./agent-turn.ts";
import { activeAgent } from "./agents.ts";
import { answerByAi } from "./ai-answer.ts";
import { AnswerVisitor } from "./messages.ts";
import { agentRead, canOpen, type Visitor, visitorOf } from "./read.ts";
import type {
  ConversationRecord,
  ConversationUpdate,
  MessageKey,
  MessageReceipt,
  SendMessage,
} from "./schema.ts";
import { newConversation } from "./start.ts";
import { agents, chains, conversations, messageReceipts, turns } from "./table.ts";
import {
  changesBetween,
  exchangeOf,
  type NewMessage,
  retryTurnOnConflict,
  viewConversation,
  type WrittenTurn,
  writeTurn,
} from "./write-turn.ts";

const PER_VISITOR: Budget = [30, 60];
/** Seconds until a queued worker answers, in case the visitor's request died. */
const RETRY_SECONDS = 20;

/** Writes a visitor's message and the agent's turn, and answers by AI where that is due. */
export async function sendMessage(
  ctx: Context,
  storeId: string,
  conversationId: string,
  headers: Record<string, string | undefined>,
  body: SendMessage,
): Promise<ConversationUpdate> {
  const visitor = visitorOf(ctx, headers);
  const key = messageKey(ctx, "visitor", conversationId, body.message_id);
  const text = body.input.type === "text" ? body.input.content : body.input.label;
  const metadata = body.message_id ? { message_id: body.message_id } : {};
  const line: NewMessage = { role: "user", content: text, metadata };
  const taken = await retryTurnOnConflict(() =>
    writeMessage(ctx, { storeId, conversationId, visitor, key, line }),
  );
  if (!("record" in taken)) return taken;
  const { record, messages } = taken;
  const first = exchangeOf(viewConversation(record), messages);
  if (!record.ai_due) return first;
  const { sequence } = record.ai_due;
  const due = { store_id: storeId, conversation_id: record.id, sequence };
  try {
    return (await answerByAi(ctx, due, messages)) ?? first;
  } catch (error) {
    // The message is stored, and a queued worker will answer it.
    logger.warn("no answer by AI yet", { conversation: record.id, error });
    return first;
  }
}

interface MessageRequest {
  storeId: string;
  conversationId: string;
  visitor: Visitor;
  key: MessageKey | undefined;
  line: NewMessage;
}

/** Id of the last used agent of each store, a guess that saves a read: the agent is read with the conversation. */
const lastAgents = new Map<string, string>();
const MAX_LAST_AGENTS = 1000;

async function writeMessage(
  ctx: Context,
  request: MessageRequest,
): Promise<WrittenTurn | ConversationUpdate> {
  const { storeId: store_id, conversationId, visitor, key, line } = request;
  const batch = readBatch(ctx);
  const conversation = batch.add(conversations.read({ store_id, id: conversationId }));
  const receiptRead = key && batch.add(messageReceipts.read({ store_id, ...key }));
  const guess = lastAgents.get(store_id);
  if (guess) batch.add(agentRead({ store_id, id: guess }));
  await batch.run();
  const record = conversation();
  if (!record || !canOpen(visitor, record)) throw GENERAL.NOT_FOUND();
  const receipt = receiptRead?.();
  if (receipt) return replayAnswer(receipt);
  if (record.status === "resolved") return writeToSuccessor(ctx, request, record);
  const agentId = record.status !== "escalated" && !record.staffed && record.agent_id;
  const agent = agentId ? batch.add(agentRead({ store_id, id: agentId })) : undefined;
  await batch.run();
  if (agentId) rememberAgent(store_id, agentId);
  return saveTurn(ctx, record, key, nextState(ctx, record, ifActive(agent?.()), line));
}

/** The state of an open conversation after a message. */
function nextState(
  ctx: Context,
  record: Stored<ConversationRecord>,
  agent: Agent | undefined,
  line: NewMessage,
): { after: ConversationRecord; lines: NewMessage[] } {
  const counted = { ...record, ...spendMessage(ctx, record), ai_due: null };
  if (record.status === "escalated" || record.staffed) return { after: counted, lines: [line] };
  const { status, current_node_id, data, tries } = record;
  const turn = nextTurn(agent, { status, current_node_id, data, tries }, line.content);
  const { said, asksAi, steps: _, ...state } = turn;
  const ai_due = asksAi ? { sequence: record.last_sequence + 1, said: null } : null;
  return { after: { ...counted, ...state, ai_due }, lines: [line, ...said] };
}

async function saveTurn(
  ctx: Context,
  before: Stored<ConversationRecord>,
  key: MessageKey | undefined,
  { after, lines }: { after: ConversationRecord; lines: NewMessage[] },
): Promise<WrittenTurn> {
  const sequence = before.last_sequence + 1;
  const due = after.ai_due && { ...after.ai_due, said: key ?? null };
  const written = writeTurn(ctx, before, { ...after, ai_due: due }, lines, changesBetween(before, after));
  const { store_id, id: conversation_id } = before;
  const writes = [
    ...written.writes,
    // An Idempotency-Key stores its own answer, except while the AI's answer is missing.
    (due !== null || key?.side === "visitor") && receiptWrite(key, written, sequence),
    due !== null && enqueue(ctx, AnswerVisitor, { store_id, conversation_id, sequence }, RETRY_SECONDS),
  ];
  // While the AI's answer is missing, no answer is stored; a repeated request finds it later by the message key.
  const answered = due ? undefined : exchangeOf(viewConversation(written.record), written.messages);
  await transact(ctx, writes, answered);
  return written;
}

/** Sends a message for a resolved conversation to its newest successor, or starts a successor. */
async function writeToSuccessor(
  ctx: Context,
  { storeId: store_id, key, line }: MessageRequest,
  resolved: ConversationRecord,
): Promise<WrittenTurn | ConversationUpdate> {
  const { chain_id } = resolved;
  const chain = await chains.find({ store_id, chain_id }, ctx);
  const newest = chain
    ? await conversations.get({ store_id, id: chain.newest_id }, GENERAL.NOT_FOUND(), ctx)
    : undefined;
  const last = newest ?? resolved;
  const own = last.agent_id ? await agents.find({ store_id, id: last.agent_id }, ctx) : undefined;
  if (newest && newest.status !== "resolved") {
    return saveTurn(ctx, newest, key, nextState(ctx, newest, ifActive(own), line));
  }
  const agent = ifActive(own) ?? (await activeAgent(store_id, undefined));
  const { token_hash, metadata, contact_id, channel_context } = last;
  const opening = { store_id, token_hash, contact_id, channel_context, ...spendMessage(ctx, last) };
  const chained = { ...opening, chain_id, previous_conversation_id: last.id };
  const written = newConversation(ctx, agent, { metadata }, chained, [line]);
  const link = { store_id, chain_id, newest_id: written.record.id };
  const answered = exchangeOf(viewConversation(written.record), written.messages);
  await transact(
    ctx,
    [
      ...written.writes,
      chain ? chains.replace(chain, link) : chains.create(link),
      receiptWrite(key, written, 1),
    ],
    answered,
  );
  return written;
}

/** The visitor's budget after one more message; stored in the conversation, which every turn writes anyway. */
function spendMessage(ctx: Context, { window, sent }: Pick<ConversationRecord, "window" | "sent">) {
  const [most, seconds] = configuredBudget("support_messages", PER_VISITOR);
  const now = ctx.now();
  const left = window + seconds - now;
  if (left <= 0) return { window: now, sent: 1 };
  if (sent >= most) throw GENERAL.TOO_MANY_REQUESTS({ seconds: left, retryAfter: left });
  return { window, sent: sent + 1 };
}

function ifActive(agent: Agent | undefined): Agent | undefined {
  return agent?.status === "active" ? agent : undefined;
}

function rememberAgent(storeId: string, agentId: string): void {
  if (lastAgents.size >= MAX_LAST_AGENTS) lastAgents.clear();
  lastAgents.set(storeId, agentId);
}

/** Most milliseconds for which a repeated request waits for the first answer. */
const MAX_WAIT_MS = 15_000;
const POLL_MS = 200;

/** The key by which a repeated message is recognised, if its sender gave an id. */
export function messageKey(
  ctx: Context,
  side: "visitor" | "staff",
  conversation_id: string,
  messageId: string | null | undefined,
): MessageKey | undefined {
  if (messageId) return { conversation_id, side, message_id: messageId };
  const { idempotency } = ctx;
  return idempotency && { conversation_id, side: `${side}_key`, message_id: idempotency.pk };
}

/** Stores the answer to a message. If a repeated request was faster, this request starts again and finds its answer. */
export function receiptWrite(
  key: MessageKey | undefined,
  { record, messages }: WrittenTurn,
  sequence: number,
): Write | undefined {
  const last = messages.at(-1);
  if (!key || !last) return undefined;
  return messageReceipts.create({
    ...key,
    store_id: record.store_id,
    sequence,
    turns: [last.sequence],
    conversation: viewConversation(record),
  });
}

/** The first answer to a message, after waiting for the AI. */
export async function replayAnswer(receipt: MessageReceipt): Promise<ConversationUpdate> {
  const { store_id, sequence } = receipt;
  const until = performance.now() + scaledTimeout(MAX_WAIT_MS);
  for (;;) {
    const record = await conversations.find({ store_id, id: receipt.conversation.id });
    if (record?.ai_due?.sequence !== sequence || performance.now() > until) break;
    await sleep(POLL_MS);
  }
  const { conversation, turns: sequences } = (await messageReceipts.find(receipt)) ?? receipt;
  const found = await turns.batchGet(
    sequences.map((last_sequence) => ({ store_id, conversation_id: conversation.id, last_sequence })),
  );
  return exchangeOf(
    conversation,
    found.flatMap(({ messages }) => messages),
  );
}
