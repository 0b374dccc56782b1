export const VISITOR_EVENTS = [
  "contact.created",
  "contact.updated",
  "contact.deleted",
  "contact.merged",
] as const;
