export const AGENT_EVENTS = [
  "support_agent.created",
  "support_agent.updated",
  "support_agent.deleted",
] as const;

export const CONVERSATION_EVENTS = [
  "conversation.created",
  "conversation.updated",
  "conversation.escalated",
  "conversation.resolved",
] as const;

export const MESSAGE_EVENTS = ["message.created"] as const;
