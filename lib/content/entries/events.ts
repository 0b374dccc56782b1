export const ENTRY_EVENTS = ["entry.created", "entry.updated", "entry.deleted"] as const;
