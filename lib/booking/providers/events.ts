export const PROVIDER_EVENTS = ["provider.created", "provider.updated", "provider.deleted"] as const;
