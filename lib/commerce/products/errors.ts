import { defineErrors, noSuch } from "#core/errors.ts";

export const PRODUCT = defineErrors("PRODUCT", {
  NOT_FOUND: noSuch(400, "product"),
  FAILED_CREATE: [400, "The product cannot be created: {why}."],
  FAILED_UPDATE: [400, "The product cannot be changed: {why}."],
});
