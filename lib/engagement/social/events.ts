export const SOCIAL_EVENTS = [
  "social_account.connected",
  "social_account.reconnect_required",
  "social_account.deleted",
  "publication.created",
  "publication.updated",
  "publication.deleted",
  "publication.published",
  "publication.failed",
  "publication.unknown",
  "comment.created",
  "comment.updated",
] as const;
