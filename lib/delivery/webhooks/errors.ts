import { defineErrors } from "#core/errors.ts";

export const WEBHOOK = defineErrors("WEBHOOK", {
  TOO_MANY: [400, "A store has at most {limit} webhooks. Delete one first."],
  TOO_MANY_AT_ADDRESS: [400, "At most {limit} webhooks of a store go to one address. Change one of them."],
  DISABLED: [409, "This webhook is disabled. Enable it first."],
});
