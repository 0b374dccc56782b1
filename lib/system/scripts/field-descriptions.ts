import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  code: "Stable code of what went wrong.",
  input: "What the script gets as its input: any JSON.",
  logs: "Lines that the script logged.",
  message: "What went wrong, for a person.",
  name: "Name that the script is stored under.",
  output: "What the script gave.",
  script: "Source of the script, in place of a stored one.",
  success: "Whether the script ran to its end.",
  value: "The secret or setting by its name.",
};
