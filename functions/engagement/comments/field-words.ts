import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  "?intent": "Only comments of this intent.",
  "?priority": "Only comments of this priority.",
  "?publication_id": "Only comments of this publication.",
};
