import * as routes from "#functions/engagement/support/routes.ts";
import { call, ok } from "./client.ts";
import type { TestStore } from "./world.ts";

/** A visitor's conversation with its token. */
export type TestConversation = { storeId: string; id: string; token: string };

/** An agent that greets, asks for an email address, answers with AI and hands over to staff. */
export const FRONT_DESK = {
  entry_node_id: "hello",
  nodes: {
    hello: { type: "message" as const, text: "Hello!", buttons: ["Order", "Question", "Bye", "Person"] },
    address: {
      type: "input" as const,
      prompt: "Your email?",
      field: "email",
      input_type: "email" as const,
    },
    thanks: { type: "message" as const, text: "Thank you.", buttons: [] },
    more: { type: "message" as const, text: "Anything else?", buttons: [] },
    end: { type: "message" as const, text: "Just write.", buttons: ["Question"] },
    ai: { type: "ai_handoff" as const },
    bye: { type: "action" as const, action: { type: "end_conversation" as const, message: "Goodbye." } },
    staff: { type: "action" as const, action: { type: "human_handoff" as const } },
  },
  edges: [
    { source: "hello", target: "address", trigger: { type: "button" as const, label: "Order" } },
    { source: "hello", target: "ai", trigger: { type: "button" as const, label: "Question" } },
    { source: "hello", target: "bye", trigger: { type: "button" as const, label: "Bye" } },
    { source: "hello", target: "staff", trigger: { type: "button" as const, label: "Person" } },
    { source: "hello", target: "ai", trigger: { type: "default" as const } },
    { source: "address", target: "thanks", trigger: { type: "input" as const, field: "email" } },
    { source: "thanks", target: "more", trigger: { type: "default" as const } },
    { source: "more", target: "end", trigger: { type: "default" as const } },
    { source: "end", target: "ai", trigger: { type: "button" as const, label: "Question" } },
  ],
};

export function makeAgent(
  { id, owner }: TestStore,
  graph: Omit<
    NonNullable<
      NonNullable<Parameters<typeof call<typeof routes.supportAgents.createSupportAgent>>[1]>["body"]
    >,
    "key"
  > = FRONT_DESK,
  key = "front-desk",
) {
  const body = { status: "active", ...graph, key };
  return ok(routes.supportAgents.createSupportAgent, { params: { storeId: id }, as: owner, body });
}

export async function openConversation(storeId: string) {
  const conversation = await ok(routes.conversations.startConversation, { params: { storeId }, body: {} });
  return { ...conversation, talk: { storeId, id: conversation.id, token: conversation.support_token } };
}

/** Sends a text that may be refused. */
export function trySendText(
  { storeId, id, token }: TestConversation,
  content: string,
  message_id?: string,
  headers = {},
) {
  return call(routes.conversations.sendMessage, {
    params: { storeId, conversationId: id },
    headers: { "x-support-token": token, ...headers },
    body: { input: { type: "text", content }, message_id },
  });
}

/** Sends a text that must be accepted. */
export function sendText({ storeId, id, token }: TestConversation, content: string, message_id?: string) {
  return ok(routes.conversations.sendMessage, {
    params: { storeId, conversationId: id },
    headers: { "x-support-token": token },
    body: { input: { type: "text", content }, message_id },
  });
}

export function pressButton({ storeId, id, token }: TestConversation, label: string) {
  return ok(routes.conversations.sendMessage, {
    params: { storeId, conversationId: id },
    headers: { "x-support-token": token },
    body: { input: { type: "button", label } },
  });
}

export function readConversation(
  { storeId, id, token }: TestConversation,
  query: Record<string, string | number> = {},
) {
  const params = { storeId, conversationId: id };
  return ok(routes.conversations.readConversation, { params, headers: { "x-support-token": token }, query });
}

export function sendAsStaff(
  { id: storeId, owner }: TestStore,
  conversationId: string,
  content: string,
  more = {},
) {
  return ok(routes.supportInbox.replyToVisitor, {
    params: { storeId, conversationId },
    as: owner,
    body: { content, ...more },
  });
}
