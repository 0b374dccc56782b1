import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";
import { SETTINGS } from "#lib/content/blocks/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  ...SETTINGS,
  "CollectionFieldView.key": "Name of the field within the collection.",
  fields: "The fields that an entry has, in order.",
  key: "Your name for it, unique among collections or among the fields of one.",
  localized: "Whether the value is a map of languages.",
  options: "Values to choose from.",
  properties: "Settings of the field, by its type.",
  schema: olderNameOf("fields"),
  type: "Type of the field, which says what its value is.",
};
