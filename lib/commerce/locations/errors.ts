import { defineErrors } from "#core/errors.ts";

export const LOCATION = defineErrors("LOCATION", {
  KEY_TAKEN: [409, "A location with the key {key} already exists."],
  LAST: [400, "A store needs a location. Create another one before you delete this one."],
  HOLDS_STOCK: [
    400,
    "The location {key} has available or reserved stock. Set it to 0 before you delete the location.",
  ],
  LAST_LEVEL: [
    400,
    "The location {key} has the only stock level of the variant {variant}. Add a level at another location, or stop counting the variant.",
  ],
  TOO_MANY: [400, "A store can have at most {most} locations."],
});
