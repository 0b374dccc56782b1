import { defineErrors } from "#core/errors.ts";

export const AUTH = defineErrors("AUTH", {
  CODE_INVALID: [400, "The code is wrong, was used before or has expired. Ask for a new one."],
});
