import { defineErrors, noSuch } from "#core/errors.ts";

export const CONTENT = defineErrors("COLLECTION", {
  NOT_FOUND: noSuch(400, "collection"),
  FAILED_CREATE: [400, "The collection cannot be created: {why}."],
  SLUG_TAKEN: [409, "Another collection has the slug {slug}."],
});
