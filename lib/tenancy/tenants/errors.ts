import { defineErrors, TENANT } from "#core/errors.ts";

export const BUSINESS = {
  ...TENANT,
  ...defineErrors("BUSINESS", {
    KEY_TAKEN: [409, "The key {key} belongs to another store. Choose another one."],
    NETWORK_CYCLE: [
      409,
      "The business {key} is below this one, so it cannot be its parent. Choose another parent.",
    ],
    NETWORK_TOO_DEEP: [
      400,
      "A business can have at most {limit} businesses above it. Choose a parent nearer to the root.",
    ],
    NAME_REQUIRED: [400, "A business needs a key of at least 3 characters, or a name to make one from."],
  }),
};
