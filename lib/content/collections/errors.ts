import { defineErrors, noSuch } from "#core/errors.ts";

export const COLLECTION = defineErrors("COLLECTION", {
  NOT_FOUND: noSuch(400, "collection"),
  KEY_TAKEN: [409, "A collection with the key {key} already exists."],
});
