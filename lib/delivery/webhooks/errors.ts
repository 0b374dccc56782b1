import { defineErrors } from "#core/errors.ts";

export const WEBHOOK = defineErrors("WEBHOOK", {
  TOO_MANY: [400, "A store has at most {limit} webhooks. Delete one first."],
  TOO_MANY_AT_ADDRESS: [
    400,
    "A store can have at most {limit} webhooks with the same address. Change one of them.",
  ],
  DISABLED: [409, "This webhook is disabled. Enable it first."],
});
