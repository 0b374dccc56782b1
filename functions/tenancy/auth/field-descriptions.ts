import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  keys: "The public keys that sign access tokens, as a JSON Web Key Set.",
};
