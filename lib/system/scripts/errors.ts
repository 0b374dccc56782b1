import { defineErrors } from "#core/errors.ts";

export const SCRIPT = defineErrors("SCRIPT", {
  UNKNOWN: [400, "There is no script {name}. Keep its source under the data key script:{name} first."],
  INPUT_INVALID: [400, "The input {why}."],
});
