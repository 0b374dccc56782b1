import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "?blocks": "Filters by the values of blocks, as JSON.",
  "?from": "Only providers with a free time after this, Unix seconds.",
  "?matchAll": "`true` shows records for which all filters hold, otherwise those for which any does.",
  "?nodeId": "Only records filed under this node.",
  "?serviceId": "Only records of this service.",
  "?to": "Only providers with a free time before this, Unix seconds.",
};
