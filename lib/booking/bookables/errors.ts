import { defineErrors } from "#core/errors.ts";

export const SERVICE = defineErrors("SERVICE", {
  KEY_TAKEN: [409, "A service with the key {key} already exists."],
  SLUG_TAKEN: [409, "A service with the slug {slug} in {locale} already exists."],
  ALREADY_CONNECTED: [409, "This provider already offers this service."],
});

export const PROVIDER = defineErrors("PROVIDER", {
  KEY_TAKEN: [409, "A provider with the key {key} already exists."],
  SLUG_TAKEN: [409, "A provider with the slug {slug} in {locale} already exists."],
});
