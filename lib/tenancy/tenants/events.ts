export const TENANT_EVENTS = ["store.created", "store.updated", "store.deleted"] as const;
