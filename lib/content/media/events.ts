export const MEDIA_EVENTS = ["media.created", "media.updated", "media.deleted"] as const;
