import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "DataPage.value": olderNameOf("items"),
  "?exact": "`true` reads `key` as the whole key and not as its beginning.",
  cursor: "Gives the next page; null on the last one.",
  items: "The values of this page.",
  key: "Name of the value, with what stands before its first colon as its kind.",
  ok: "Always true.",
  previous_key: "Key that the value had before.",
  ttl: "Seconds until the value goes.",
  value: "The value: any JSON.",
};
