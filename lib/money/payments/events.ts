/**
 * What can be announced of a payment when its provider is asked how it stands: all that happened there since it was
 * asked last, whoever asks and whatever for.
 */
export const SETTLEMENT_EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
] as const;

export const PAYMENT_EVENTS = ["payment.created", ...SETTLEMENT_EVENTS] as const;

/** What can be announced where a page is asked for: one that was never opened in time ends, and the next one follows it. */
export const PAGE_EVENTS = ["payment.created", "payment.failed"] as const;
