import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  data: "The values of this list.",
  time: "The clock of the service, Unix seconds.",
  time_zones: "Version of the time zone data that runs, such as `2026c`.",
};
