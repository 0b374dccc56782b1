import { type FieldDescriptions, repeatsPath } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "SubmitForm.form_id": repeatsPath("formId"),
  "FormView.key": "Your name for the form, unique in the store.",
  contact_id: "Id of the contact, where a visitor with a session sent it.",
  fields: "Answers, one for each field of the form.",
  form_id: "Id of the form.",
  key: "Name of the field within the form.",
  max: "Greatest number.",
  min: "Least number.",
  options: "Answers to choose from.",
  required: "Whether an answer must be given.",
  schema: "The fields that are asked for, in order.",
  type: "Type of the field, which says what its value is.",
  value: "What was answered, as the type of the field has it.",
};
