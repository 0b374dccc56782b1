export const SERVICE_EVENTS = ["service.created", "service.updated", "service.deleted"] as const;
