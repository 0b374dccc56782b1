import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  data: "The values of this list.",
  time: "The clock of the service, Unix seconds.",
};
