import { defineErrors } from "#core/errors.ts";

export const COLLECTION = defineErrors("COLLECTION", {
  NOT_FOUND: [400, "There is no such collection."],
  KEY_TAKEN: [409, "A collection with the key {key} already exists."],
});
