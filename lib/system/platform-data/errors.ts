import { defineErrors } from "#core/errors.ts";

export const PLATFORM_DATA = defineErrors("PLATFORM_DATA", {
  VALUE_TOO_LARGE: [
    400,
    "The value has {bytes} bytes of JSON. At most {most} bytes can be kept under one key.",
  ],
  TOO_MANY_ITEMS: [400, "This account keeps {most} items already. Delete some before you write another key."],
});
