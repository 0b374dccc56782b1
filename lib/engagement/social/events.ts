export const ACCOUNT_EVENTS = [
  "social_account.connected",
  "social_account.reconnect_required",
  "social_account.deleted",
] as const;

export const PUBLICATION_EVENTS = [
  "publication.created",
  "publication.updated",
  "publication.deleted",
  "publication.published",
  "publication.failed",
  "publication.unknown",
] as const;

export const COMMENT_EVENTS = ["comment.created", "comment.updated"] as const;
