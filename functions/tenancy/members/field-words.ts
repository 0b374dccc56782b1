import type { Words } from "#core/http/words.ts";

export const WORDS: Words = { "?role": "Only people of this role." };
