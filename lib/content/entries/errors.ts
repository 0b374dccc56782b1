import { defineErrors } from "#core/errors.ts";

export const ENTRY = defineErrors("ENTRY", {
  KEY_TAKEN: [409, "The collection has another entry with the key {key}."],
  SLUG_TAKEN: [409, "Another entry has the slug {slug} in the language {locale}."],
});
