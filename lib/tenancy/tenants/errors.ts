import { defineErrors, TENANT } from "#core/errors.ts";

export const BUSINESS = {
  ...TENANT,
  ...defineErrors("BUSINESS", {
    KEY_TAKEN: [409, "The key {key} belongs to another store. Choose another one."],
    NAME_REQUIRED: [400, "A business needs a key of at least 3 characters, or a name to make one from."],
  }),
};
