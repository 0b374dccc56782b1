/** Events of a sync with the provider: whatever happened there since the last sync, whoever starts it. */
export const SETTLEMENT_EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
] as const;

export const PAYMENT_EVENTS = ["payment.created", ...SETTLEMENT_EVENTS] as const;

/** Events of a request for a page: a page that was never opened in time ends, and the next one follows. */
export const PAGE_EVENTS = ["payment.created", "payment.failed"] as const;
