import { defineErrors } from "#core/errors.ts";

export const TAXONOMY = defineErrors("TAXONOMY", {
  KEY_TAKEN: [409, "A taxonomy with the key {key} already exists."],
  CYCLE: [409, "A taxonomy cannot be moved below itself."],
  PARENT_NOT_FOUND: [400, "The parent taxonomy {parent} was not found."],
  TOO_DEEP: [400, "Taxonomies can be at most {levels} levels deep."],
});
