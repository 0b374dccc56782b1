import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  available: "Units that can be sold.",
  backorder: "Whether it is sold below zero.",
  counted: "Whether stock is counted; what is not counted never runs out.",
  delta: "Units to add, or to take away where it is below zero.",
  expected: "Units that you believe are there; another number is a 409.",
  inventory: "Units at each location; a visitor sees one row with their sum.",
  location_id: "Id of the location.",
  low_at: "Number of units at which `inventory.low` is announced.",
  ordered: "Whether an order ever held any of it. Such a variant can be archived, and not deleted.",
  product_id: "Id of the product.",
  reserved: "Units that orders hold.",
  variant_id: "Id of the variant of the product.",
};
