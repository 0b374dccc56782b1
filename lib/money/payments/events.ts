/** Events that a sync with the provider announces: what happened there since the last sync. */
export const PAYMENT_SYNC_EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
] as const;

export const PAYMENT_EVENTS = ["payment.created", ...PAYMENT_SYNC_EVENTS] as const;

/** Events that a request for a payment page announces: `payment.failed` if the page before was not opened in time. */
export const PAGE_EVENTS = ["payment.created", "payment.failed"] as const;
