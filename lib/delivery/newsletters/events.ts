export const SUBSCRIBER_EVENTS = ["subscriber.created", "subscriber.updated", "subscriber.deleted"] as const;
export const SEND_EVENTS = ["newsletter_send.created", "newsletter_send.updated"] as const;
