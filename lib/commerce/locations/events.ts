export const LOCATION_EVENTS = ["location.created", "location.updated", "location.deleted"] as const;
