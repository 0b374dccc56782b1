import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?businessId": "Only accounts that are members of this business.",
  "?owner": "`true` shows only accounts that own a store.",
  "?store_id": "Only accounts that are members of this store.",
};
