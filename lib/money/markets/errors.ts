import { defineErrors } from "#core/errors.ts";

export const MARKET = defineErrors("MARKET", {
  KEY_TAKEN: [409, "A market with the key {key} already exists. Choose another key."],
  LAST: [400, "A store needs a market. Create another one before you delete this one."],
});
