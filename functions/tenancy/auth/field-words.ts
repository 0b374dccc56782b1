import type { Words } from "#core/http/words.ts";

export const WORDS: Words = { keys: "The public keys that sign access tokens, as a JSON Web Key Set." };
