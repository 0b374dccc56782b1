import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

/** Descriptions of the settings that blocks and fields with typed values share. */
export const SETTINGS: FieldDescriptions = {
  country: "Country that a phone number or postal code is of, two letters.",
  isRequired: "Whether a value must be given.",
  label: "Text before the field, by language.",
  max: "Greatest value.",
  maxLength: "Most characters.",
  maxValues: "Most values.",
  min: "Least value.",
  minLength: "Fewest characters.",
  minValues: "Fewest values.",
  operation: "How a filter compares the value.",
  pattern: "Regular expression that a text must match.",
  placeholder: "Text of an empty field.",
  required: "Whether a value must be given.",
  style: "How a form shows the field.",
  url: "Address that the value must begin with.",
};

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  ...SETTINGS,
  key: "Name of the block within its record.",
  properties: "Settings of the block, by its type.",
  type: "Type of the block, which says what its value is.",
  value: "The value, as the block's type has it.",
};
