import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { notFound } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { hash } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Agent } from "./agent-schema.ts";
import { firstTurn } from "./agent-turn.ts";
import { activeAgent } from "./agents.ts";
import { ConversationRecord, type ConversationStarted, type StartConversation } from "./schema.ts";
import {
  type Change,
  exchangeOf,
  type NewMessage,
  viewConversation,
  type WrittenTurn,
  writeTurn,
} from "./write-turn.ts";

const PER_IP: Budget = [10, 60];

type ConversationInput = Omit<z.output<typeof StartConversation>, "agent_key">;

/** Starts a conversation and runs its agent up to the first node that waits; without an agent, staff take over. */
export async function startConversation(
  ctx: Context,
  storeId: string,
  { agent_key, ...sent }: z.output<typeof StartConversation>,
): Promise<ConversationStarted> {
  await spendBudget(ctx, "support_conversations", `${storeId}\n${ctx.ip}`, PER_IP);
  const [agent] = await sideBySide([activeAgent(storeId, agent_key ?? undefined), getTenant(ctx, storeId)]);
  if (agent_key && !agent) throw notFound(`An active agent with the key ${agent_key}`);
  const token = randomBytes(32).toString("hex");
  const { actor } = ctx;
  const session = actor.kind === "visitor" ? actor : undefined;
  const made = newConversation(ctx, agent, sent, {
    store_id: storeId,
    token_hash: hash(token),
    contact_id: session?.id ?? null,
    channel_context: {
      type: "web",
      ...(session ? { visitor_id: session.id, session_id: session.credentialId } : {}),
    },
  });
  const answer = { ...exchangeOf(viewConversation(made.record), made.messages), support_token: token };
  return transact(ctx, made.writes, answer);
}

type OpeningFields = Pick<ConversationRecord, "store_id" | "token_hash" | "contact_id" | "channel_context"> &
  Partial<Pick<ConversationRecord, "chain_id" | "previous_conversation_id" | "window" | "sent">>;

/**
 * The writes of a new conversation.
 *
 * @param first messages that the visitor has already sent; they are no answers to the agent's entry node
 */
export function newConversation(
  ctx: Context,
  agent: Agent | undefined,
  sent: ConversationInput,
  opening: OpeningFields,
  first: NewMessage[] = [],
): WrittenTurn {
  const id = newId("conv", ctx.clock());
  const now = ctx.now();
  const { said, status, current_node_id, data, tries } = firstTurn(agent);
  const initial = { chain_id: id, previous_conversation_id: null, window: 0, sent: 0, metadata: {} };
  const record = newRecord(ConversationRecord, initial, sent, {
    ...opening,
    id,
    agent_id: agent?.id ?? null,
    channel_type: "web",
    status,
    current_node_id,
    data,
    tries,
    assigned_account_id: null,
    created_at: now,
    updated_at: now,
    last_sequence: 0,
    last_message_id: "",
    last_message_at: now,
    last_user_sequence: 0,
    unanswered_since: null,
    asked_at: null,
    bot_at: null,
    staff_asked_at: null,
    staff_at: null,
    resolved_at: null,
    resolved_by: null,
    staffed: false,
    ai_due: null,
    announced: 0,
  });
  const ended: Change[] = status === "escalated" || status === "resolved" ? [status] : [];
  return writeTurn(ctx, undefined, record, [...first, ...said], ["created", ...ended]);
}
