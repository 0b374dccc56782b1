import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?collection_id": "Only entries of this collection.",
  "CreateEntry.key": "Your name for the entry, unique in its collection.",
  "UpdateEntry.key": "Your name for the entry, unique in its collection.",
  blocks: olderNameOf("fields"),
  collection_id: "Id of the collection.",
  field_id: "Id of the field of the collection.",
  fields: "Values by the key of their field.",
  hydrate: "Whether references are filled in.",
  key: "Name of the field within the collection.",
  locale: "Language tag, such as `de-AT`.",
  type: "Type of the field, which says what its value is.",
  value: "The value, as the type of its field has it.",
};
