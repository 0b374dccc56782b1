/** What can be announced of a payment when its provider is asked how it stands. */
export const SETTLEMENT_EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
] as const;

export const PAYMENT_EVENTS = ["payment.created", ...SETTLEMENT_EVENTS] as const;
