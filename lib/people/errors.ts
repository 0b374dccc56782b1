import { defineErrors } from "#core/errors.ts";

export const API_TOKEN = defineErrors("API_TOKEN", {
  LIMIT_REACHED: [400, "An account has at most {limit} API tokens. Revoke one first."],
});
