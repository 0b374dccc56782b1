import { defineErrors } from "#core/errors.ts";

export const PLATFORM_DATA = defineErrors("PLATFORM_DATA", {
  VALUE_TOO_LARGE: [400, "The value has {bytes} bytes of JSON. A value can have at most {most} bytes."],
  TOO_MANY_ITEMS: [400, "This account already has {most} items. Delete some before you write another key."],
});
