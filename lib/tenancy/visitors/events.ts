export const VISITOR_EVENTS = ["contact.created", "contact.updated"] as const;
