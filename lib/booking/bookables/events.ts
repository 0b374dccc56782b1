export const SERVICE_EVENTS = ["service.created", "service.updated", "service.deleted"] as const;

export const PROVIDER_EVENTS = ["provider.created", "provider.updated", "provider.deleted"] as const;
