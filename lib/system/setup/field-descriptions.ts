import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "Setup.address": "Whether the store says where it is: street, city and country.",
  hours: "Whether somebody works for one of its services; null where it has none.",
  markets_checked: "Whether its markets are other ones than it began with, or were saved as they are.",
  "Setup.origins": "Whether a web site is named that visitors come from.",
  payments: "Whether it takes cards by an account that charges; null where no market takes cards.",
  sellable: "Whether it has an active product or service.",
  "Setup.shipping":
    "Whether sending has a price, or a way that it did not begin with; null where it sells nothing to send.",
  team: "Whether it has another member, or has invited one.",
  test_order: "Whether anything was ordered or booked.",
};
