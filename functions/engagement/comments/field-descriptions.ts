import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?intent": "Only comments of this intent.",
  "?priority": "Only comments of this priority.",
  "?publication_id": "Only comments of this publication.",
};
