import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  "?blocks": "Filters by the values of blocks, as JSON.",
  "?from": "Only providers with a free time after this, Unix seconds.",
  "?matchAll": "`true` shows records for which all filters hold, otherwise those for which any does.",
  "?nodeId": "Only records filed under this node.",
  "?serviceId": "Only records of this service.",
  "?to": "Only providers with a free time before this, Unix seconds.",
};
