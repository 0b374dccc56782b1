import { defineErrors, noSuch } from "#core/errors.ts";

export const NEWSLETTER = defineErrors("NEWSLETTER", {
  NOT_FOUND: noSuch(400, "newsletter"),
  ALREADY_SUBSCRIBED: [400, "This address is already subscribed to the newsletter."],
  NOT_SUBSCRIBED: [400, "This link belongs to no subscription."],
  PAYMENT_REQUIRED: [400, "This plan cannot be paid for in the market {market}."],
  ALREADY_SENT: [409, "This entry was already sent, or is being sent. An entry is sent only once."],
  NOT_SENT: [404, "This entry was never sent."],
  BAD_TEMPLATE: [400, "{message}"],
});
