import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  "?isNetwork": "`true` shows only what a network of businesses shares.",
};
