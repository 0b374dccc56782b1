import { defineErrors } from "#core/errors.ts";

export const CONTENT = defineErrors("COLLECTION", {
  NOT_FOUND: [400, "There is no such collection."],
  SLUG_TAKEN: [409, "Another collection has the slug {slug}."],
});
