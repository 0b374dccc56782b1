import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { AiMessage } from "#lib/content/ai/request.ts";
import { answerFromContent } from "#lib/content/ai/service.ts";
import type { Agent } from "./agent-schema.ts";
import { nodeOf, PERSON_BUTTON } from "./agent-turn.ts";
import type { AnswerVisitor } from "./messages.ts";
import { newestMessages } from "./read.ts";
import type { ConversationRecord, ConversationUpdate, Message } from "./schema.ts";
import { agents, conversations, messageReceipts } from "./table.ts";
import { exchangeOf, retryTurnOnConflict, viewConversation, writeTurn } from "./write-turn.ts";

/** Milliseconds that an answer may take. */
const TIMEOUT_MS = 12_000;
const CONTEXT_MESSAGES = 20;

/**
 * Answers a visitor's message by AI. The visitor's request tries first, and a queued message later. The version check
 * of the conversation lets at most one of them write an answer, and none after staff or the visitor have written again.
 *
 * @param previousMessages messages of the turn so far
 * @returns the answer; `undefined` if none is due any more
 */
export async function answerByAi(
  ctx: Context,
  due: AnswerVisitor,
  previousMessages: Message[] = [],
): Promise<ConversationUpdate | undefined> {
  const { store_id, conversation_id: id, sequence } = due;
  const record = await conversations.find({ store_id, id }, ctx);
  if (!record || !isAnswerDue(record, sequence)) return undefined;
  const content = await askModel(ctx, record);
  return retryTurnOnConflict(() => saveAnswer(ctx, due, content, previousMessages));
}

export async function answerVisitor(ctx: Context, due: AnswerVisitor): Promise<void> {
  await answerByAi(ctx, due);
}

function isAnswerDue(
  { status, staffed, ai_due, last_user_sequence }: ConversationRecord,
  sequence: number,
): boolean {
  return status === "ai_mode" && !staffed && ai_due?.sequence === sequence && last_user_sequence === sequence;
}

async function askModel(ctx: Context, record: ConversationRecord): Promise<string> {
  const { store_id, agent_id, current_node_id } = record;
  const [agent, { messages }] = await sideBySide([
    agent_id === null ? undefined : agents.find({ store_id, id: agent_id }, ctx),
    newestMessages(record, CONTEXT_MESSAGES),
  ]);
  const most = agent?.ai_config?.max_context_messages ?? CONTEXT_MESSAGES;
  const history = messages.flatMap((message) => asAiMessage(message) ?? []).slice(-most);
  const prompt = promptOf(agent, current_node_id);
  return answerFromContent(ctx, {
    storeId: store_id,
    prompt,
    history,
    within: TIMEOUT_MS,
    staffLabel: PERSON_BUTTON,
  });
}

function asAiMessage({ role, content }: Message): AiMessage | undefined {
  if (role === "user") return { role, content };
  return role === "assistant" || role === "action" ? { role: "assistant", content } : undefined;
}

function promptOf(agent: Agent | undefined, nodeId: string | null): string {
  const node = agent && nodeId !== null ? nodeOf(agent, nodeId) : undefined;
  const own = node?.type === "ai_handoff" ? node.system_prompt_override : undefined;
  return own || agent?.ai_config?.system_prompt || "";
}

async function saveAnswer(
  ctx: Context,
  { store_id, conversation_id: id, sequence }: AnswerVisitor,
  content: string,
  previousMessages: Message[],
): Promise<ConversationUpdate | undefined> {
  const record = await conversations.find({ store_id, id }, ctx);
  const key = record?.ai_due?.said;
  if (!record || !isAnswerDue(record, sequence)) return undefined;
  const [receipt] = key ? await readTogether([messageReceipts.read({ store_id, ...key })], ctx) : [];
  const lines = [{ role: "assistant" as const, content, buttons: [PERSON_BUTTON] }];
  const written = writeTurn(ctx, record, { ...record, ai_due: null }, lines, []);
  const conversation = viewConversation(written.record);
  const last = written.record.last_sequence;
  const writes = [
    ...written.writes,
    receipt &&
      messageReceipts.replace(receipt, { ...receipt, turns: [...receipt.turns, last], conversation }),
  ];
  return transact(ctx, writes, exchangeOf(conversation, [...previousMessages, ...written.messages]));
}
