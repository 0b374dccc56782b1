export const SUPPORT_EVENTS = [
  "support_agent.created",
  "support_agent.updated",
  "support_agent.deleted",
  "conversation.created",
  "conversation.updated",
  "conversation.escalated",
  "conversation.resolved",
  "message.created",
] as const;
