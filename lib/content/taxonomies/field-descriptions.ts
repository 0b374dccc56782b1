import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?parent_id": "Only taxonomies directly below this one.",
  "CreateTaxonomy.key": "Your name for the taxonomy, unique in the store.",
  "TaxonomyView.key": "Your name for the taxonomy, unique in the store.",
  "UpdateTaxonomy.key": "Your name for the taxonomy, unique in the store.",
  fields: "Values by the key of their field.",
  key: "Name of the field within the taxonomy.",
  max: "Greatest value.",
  min: "Least value.",
  parent_id: "Id of the taxonomy above; null at the top.",
  schema: "The fields that a record filed there can have, in order.",
  taxonomy_id: "Id of the taxonomy.",
  type: "Type of the field, which says what its value is.",
  value: "The value, as the type of its field has it.",
};
