import { defineErrors } from "#core/errors.ts";

export const SCRIPT = defineErrors("SCRIPT", {
  UNKNOWN: [400, "The script {name} was not found. Store its source under the data key script:{name} first."],
  INPUT_INVALID: [400, "The input {why}."],
});
