import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  body: "Example of the body.",
  category: "Where an editor lists it.",
  color: "Colour for its picture, as `#rrggbb`.",
  configurationRequired: olderNameOf("configuration_required"),
  configuration_required: "Whether it needs a credential of yours.",
  description: "What it does.",
  headers: "Headers that are sent along, by name.",
  icon: "Name of its picture.",
  id: "Name by which a workflow refers to it.",
  method: "HTTP method, in small letters.",
  name: "Name for people.",
  operations: "What can be called.",
  resources: "What it has operations for.",
  triggers: "What can start a workflow.",
  url: "Address of the operation.",
  urlPatterns: olderNameOf("url_patterns"),
  url_patterns: "Addresses that belong to it; `*` is any end.",
  value: "Name by which a workflow refers to it.",
  webhook_type: "Whether it is told, or has to ask.",
  website: "Page about it.",
};
