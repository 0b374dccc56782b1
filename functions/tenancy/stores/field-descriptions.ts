import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?isNetwork": "`true` shows only what a network of businesses shares.",
};
