import { defineErrors } from "#core/errors.ts";

export const WEBHOOK = defineErrors("WEBHOOK", {
  TOO_MANY: [400, "A store has at most {limit} webhooks. Delete one first."],
  DISABLED: [409, "This webhook is disabled. Enable it first."],
});
