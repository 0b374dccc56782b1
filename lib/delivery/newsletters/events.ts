export const NEWSLETTER_EVENTS = [
  "subscriber.created",
  "subscriber.updated",
  "newsletter_send.created",
  "newsletter_send.updated",
] as const;
