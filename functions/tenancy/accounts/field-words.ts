import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
  "?businessId": "Only accounts that are members of this business.",
  "?owner": "`true` shows only accounts that own a store.",
  "?store_id": "Only accounts that are members of this store.",
};
