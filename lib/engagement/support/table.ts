import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, searchTerms } from "#core/dynamo/terms.ts";
import { declareEvents } from "#core/events.ts";
import { nameEntity } from "#core/records/names.ts";
import { Agent, AgentView } from "./agent-schema.ts";
import { AGENT_EVENTS, CONVERSATION_EVENTS, MESSAGE_EVENTS } from "./events.ts";
import {
  ConversationEvent,
  type ConversationRecord,
  isWaiting,
  type Message,
  MessageReceipt,
  MessageView,
  ConversationRecord as Record,
  TurnRecord,
} from "./schema.ts";

export const agents = entity({
  name: "support_agent",
  schema: Agent,
  pk: "TENANT#{store_id}#SUPPORT_AGENT",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#SUPPORT_AGENT#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: (agent) => searchTerms([agent.key, agent.name]),
  packed: ["nodes", "edges", "ai_config", "channel_ids"],
  tenant: "store_id",
  announces: { events: AGENT_EVENTS, shows: AgentView },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const agentNames = nameEntity(agents);

/** A store's active agents, oldest first, in one item, because new conversations need a current list and indexes lag. */
export const activeAgentLists = entity({
  name: "support_desk",
  schema: z.object({ store_id: z.string(), active: z.array(z.string()) }),
  pk: "TENANT#{store_id}#SUPPORT_DESK",
  sk: "DESK",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const conversations = entity({
  name: "conversation",
  schema: Record,
  pk: "TENANT#{store_id}#CONVERSATION#{id%2}",
  sk: "{id}",
  indexes: { list: "TENANT#{store_id}#CONVERSATION#{status}", by_updated: "{updated_at}#{id}" },
  terms: termsOf,
  // No index row per search word, because every turn would write them all; the inbox filters the list instead.
  termRows: false,
  packed: ["channel_context", "data", "metadata", "ai_due"],
  counted: true,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The newest successor of a resolved conversation; it gets messages for that conversation. */
export const chains = entity({
  name: "conversation_chain",
  schema: z.object({ store_id: z.string(), chain_id: z.string(), newest_id: z.string() }),
  pk: "TENANT#{store_id}#CONVERSATION_CHAIN",
  sk: "{chain_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const turns = entity({
  name: "conversation_turn",
  schema: TurnRecord,
  pk: "TENANT#{store_id}#CONVERSATION#{conversation_id}#TURN",
  sk: "{last_sequence}",
  packed: ["messages"],
  tenant: "store_id",
  deletion: { tenant: { below: "conversation", slot: "conversation_id" }, person: "unaffected" },
});

/** The answer to a message with an id, so that a repeated request gets the same answer. */
export const messageReceipts = entity({
  name: "conversation_said",
  schema: MessageReceipt,
  pk: "TENANT#{store_id}#CONVERSATION#{conversation_id}#SAID",
  sk: "{side}#{message_id}",
  packed: ["turns", "conversation"],
  tenant: "store_id",
  deletion: { tenant: { below: "conversation", slot: "conversation_id" }, person: "unaffected" },
});

/** One turn may announce several events, so a number and not the version identifies each. A message has only one. */
export const conversationAnnouncements = declareEvents(
  { name: "conversation", tenant: "store_id" },
  {
    events: CONVERSATION_EVENTS,
    shows: ConversationEvent,
    sequence: ({ announced }: ConversationRecord) => announced,
  },
);
export const messageAnnouncements = declareEvents(
  { name: "message", tenant: "store_id" },
  { events: MESSAGE_EVENTS, shows: MessageView, sequence: (_: Message) => 1 },
);

function termsOf(conversation: ConversationRecord): string[] {
  const { agent_id, assigned_account_id, data, metadata } = conversation;
  const facets = [
    ...(isWaiting(conversation) ? [facet("waiting", "staff")] : []),
    ...(agent_id === null ? [] : [facet("agent", agent_id)]),
    ...(assigned_account_id === null ? [] : [facet("assigned", assigned_account_id)]),
  ];
  const texts = [...Object.values(data), ...Object.values(metadata)];
  return searchTerms(
    texts.map((text) => (typeof text === "string" ? text : undefined)),
    facets,
  );
}
