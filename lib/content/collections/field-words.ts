import { olderNameOf, type Words } from "#core/http/words.ts";
import { SETTINGS } from "#lib/content/blocks/field-words.ts";

export const WORDS: Words = {
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
