import { defineErrors } from "#core/errors.ts";

export const LOCATION = defineErrors("LOCATION", {
  KEY_TAKEN: [409, "A location with the key {key} already exists."],
  LAST: [400, "A store needs a location: make another one before you delete this one."],
  HOLDS_STOCK: [
    400,
    "The location {key} holds stock, available or reserved: bring it to 0 before you delete the location.",
  ],
  LAST_LEVEL: [
    400,
    "The location {key} has the only level of the variant {variant}: give it a level elsewhere, or end its counting.",
  ],
  TOO_MANY: [400, "A store can have {most} locations."],
});
