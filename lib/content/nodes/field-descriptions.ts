import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?parent_id": "Only nodes directly below this one.",
  "?taxonomies": "Only records filed there: ids, or JSON with `taxonomy_id` and `fields`.",
  "?type": "Only records of this type.",
  "CreateNode.key": "Your name for the node, unique in the store.",
  "CreateNode.type": "What kind of node it is.",
  "NodeView.key": "Your name for the node, unique in the store.",
  "NodeView.type": "What kind of node it is.",
  "UpdateNode.key": "Your name for the node, unique in the store.",
  "UpdateNode.type": "What kind of node it is.",
  blocks: "Typed values, each with its key.",
  fields: "Values by the key of their field.",
  hydrate: "Whether references are filled in.",
  key: "Name of the field.",
  locale: "Language tag, such as `de-AT`.",
  parent_id: "Id of the node above; null at the top.",
  taxonomies: "Where it is filed: taxonomies, each with values of its fields.",
  taxonomy_id: "Id of the taxonomy.",
  value: "The value, as the type of its field has it.",
};
