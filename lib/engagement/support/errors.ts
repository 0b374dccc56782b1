import { defineErrors } from "#core/errors.ts";

export const SUPPORT_AGENT = defineErrors("SUPPORT_AGENT", {
  KEY_TAKEN: [409, "A support agent with the key {key} already exists. Choose another key."],
});

export const CONVERSATION = defineErrors("CONVERSATION", {
  INVALID_STATUS: [409, "This conversation is {status}: {way}."],
});
