import type { FieldDescriptions } from "#core/http/field-descriptions.ts";
import { ADDRESS } from "#lib/money/markets/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  ...ADDRESS,
  address: "Where it is.",
  is_pickup_location: "Whether buyers can fetch orders there.",
};
