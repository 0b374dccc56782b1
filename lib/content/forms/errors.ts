import { defineErrors } from "#core/errors.ts";

export const FORM = defineErrors("FORM", {
  KEY_TAKEN: [409, "A form with the key {key} already exists."],
  ARCHIVED: [400, "This form is archived and accepts no submissions."],
});
