import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?sortField": olderNameOf("sort_field"),
  "?sortDirection": olderNameOf("sort_direction"),
  "?isNetwork": "`true` shows only what a network of businesses shares.",
};
