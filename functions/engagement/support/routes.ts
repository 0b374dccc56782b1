// Conversations of visitors with agents, which are graphs of nodes, and with staff.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import {
  AgentPage,
  AgentQuery,
  AgentView,
  CreateAgent,
  UpdateAgent,
} from "#lib/engagement/support/agent-schema.ts";
import { CONVERSATION, SUPPORT_AGENT } from "#lib/engagement/support/errors.ts";
import { AssignConversation, InboxQuery } from "#lib/engagement/support/inbox-schema.ts";
import { AnswerVisitor } from "#lib/engagement/support/messages.ts";
import { supportToken } from "#lib/engagement/support/read.ts";
import {
  ConversationMessages,
  ConversationPage,
  ConversationStarted,
  ConversationUpdate,
  ConversationView,
  ReadQuery,
  ReplyMessage,
  SendMessage,
  StartConversation,
} from "#lib/engagement/support/schema.ts";

/** A reply of staff takes the conversation over from the bot, or ends it. */
const REPLY_EVENTS = ["conversation.escalated", "conversation.resolved", "message.created"] as const;
const START_EVENTS = ["conversation.created", ...REPLY_EVENTS] as const;
const TURN_EVENTS = [...START_EVENTS, "conversation.updated"] as const;

/** Seconds: a message waits for the AI's answer, and a repeated request for the first one. */
const LONG_TIMEOUT = { timeout: 29 };

export const supportAgents = routes("engagement/support", "/v1/stores/{storeId}/support/agents", {
  createSupportAgent: post("", {
    summary: "Create a support agent",
    description: "The whole graph is checked. A 400 names every fault by its path.",
    needs: "WRITE",
    body: CreateAgent,
    returns: AgentView,
    status: 201,
    errors: [SUPPORT_AGENT.KEY_TAKEN],
    emits: ["support_agent.created"],
  }),
  listSupportAgents: get("", {
    summary: "Support agents of a store",
    needs: "READ",
    query: AgentQuery,
    returns: AgentPage,
  }),
  getSupportAgent: get("/{agentId}", {
    summary: "One support agent, by id or by key",
    needs: "READ",
    returns: AgentView,
    extension: true,
  }),
  updateSupportAgent: put("/{agentId}", {
    summary: "Change a support agent",
    description: "Open conversations continue with the changed agent.",
    needs: "WRITE",
    body: UpdateAgent,
    returns: AgentView,
    errors: [SUPPORT_AGENT.KEY_TAKEN],
    emits: ["support_agent.updated"],
  }),
  deleteSupportAgent: del("/{agentId}", {
    summary: "Delete a support agent",
    description: "The next message in its conversations goes to staff.",
    needs: "WRITE",
    returns: Deleted,
    emits: ["support_agent.deleted"],
  }),
});

export const conversations = routes("engagement/support", "/v1/storefront/{storeId}/support/conversations", {
  startConversation: post("", {
    secretIn: supportToken,
    summary: "Begin a conversation as a visitor",
    description: "Send the `support_token` of the answer as `X-Support-Token` to continue it.",
    needs: "public",
    body: StartConversation,
    returns: ConversationStarted,
    status: 201,
    errors: [GENERAL.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
    emits: START_EVENTS,
    secret: true,
  }),
  sendMessage: post("/{conversationId}/messages", {
    secretIn: supportToken,
    ...LONG_TIMEOUT,
    summary: "Send a message as the visitor",
    description: "Needs the support token or the contact session that began the conversation.",
    needs: "public",
    worksWhileClosed: true,
    unnamed: true,
    body: SendMessage,
    returns: ConversationUpdate,
    errors: [GENERAL.UNAUTHENTICATED, GENERAL.NOT_FOUND, GENERAL.CONFLICT, GENERAL.TOO_MANY_REQUESTS],
    emits: TURN_EVENTS,
    uses: ["table:write", "secrets", "ai:invoke"],
  }),
  readConversation: get("/{conversationId}", {
    summary: "Read a conversation as the visitor",
    description: "`after_id` returns only newer messages. `poll_after_ms` says when to ask again.",
    needs: "public",
    worksWhileClosed: true,
    unnamed: true,
    query: ReadQuery,
    returns: ConversationMessages,
    errors: [GENERAL.UNAUTHENTICATED, GENERAL.NOT_FOUND],
  }),
});

export const supportInbox = routes("engagement/support", "/v1/stores/{storeId}/support/conversations", {
  listConversations: get("", {
    summary: "Conversations of a store, newest change first",
    needs: "READ",
    query: InboxQuery,
    returns: ConversationPage,
  }),
  getConversation: get("/{conversationId}", {
    summary: "Read a conversation as staff",
    needs: "READ",
    query: ReadQuery,
    returns: ConversationMessages,
  }),
  replyToVisitor: post("/{conversationId}/reply", {
    ...LONG_TIMEOUT,
    summary: "Answer a visitor",
    description: "After that, bot and AI stay silent in this conversation.",
    needs: "WRITE",
    body: ReplyMessage,
    returns: ConversationUpdate,
    errors: [CONVERSATION.INVALID_STATUS, GENERAL.CONFLICT],
    emits: REPLY_EVENTS,
  }),
  assignConversation: post("/{conversationId}/assign", {
    summary: "Assign a conversation to a member of the store, or unassign it",
    needs: "WRITE",
    body: AssignConversation,
    returns: ConversationView,
    errors: [GENERAL.CONFLICT],
    emits: ["conversation.updated"],
  }),
  resolveConversation: post("/{conversationId}/resolve", {
    summary: "End a conversation",
    needs: "WRITE",
    returns: ConversationView,
    errors: [GENERAL.CONFLICT],
    emits: ["conversation.resolved"],
  }),
});

export const supportWidget = routes("engagement/support", "/widgets", {
  getSupportWidget: get("/support.js", {
    summary: "The chat that a shop embeds with one script tag",
    description: "The CDN serves the same script. The guide of this domain lists the attributes of its tag.",
    needs: "none",
    returns: "bytes",
    produces: "text/javascript",
    uses: [],
    extension: true,
  }),
});

export const supportWorkers = workers("engagement/support", {
  answerVisitor: {
    summary: "Lets the AI answer after a request that was interrupted",
    trigger: { kind: "queue", message: AnswerVisitor, batchSize: 1 },
    timeout: 29,
    uses: ["table:write", "secrets", "ai:invoke"],
    emits: ["message.created"],
  },
  notifyEscalation: {
    summary: "Mails a store's support address when a visitor waits for staff",
    trigger: { kind: "queue", message: Event },
    on: ["conversation.escalated"],
    uses: ["table:write", "secrets"],
  },
});
