import { defineErrors } from "#core/errors.ts";

export const PROVIDER = defineErrors("PROVIDER", {
  KEY_TAKEN: [409, "A provider with the key {key} already exists."],
  SLUG_TAKEN: [409, "A provider with the slug {slug} in {locale} already exists."],
});
