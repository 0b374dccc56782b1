import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?blocks": "Filters by the values of blocks, as JSON.",
  "?from": "Only services with a free time after this, Unix seconds.",
  "?matchAll": "`true` shows records for which all filters hold, otherwise those for which any does.",
  "?nodeId": "Only records filed under this node.",
  "?priceFrom": "Lowest price in the currency's smallest unit, such as cents.",
  "?priceTo": "Highest price in the currency's smallest unit, such as cents.",
  "?providerId": "Only records of this provider.",
  "?to": "Only services with a free time before this, Unix seconds.",
};
