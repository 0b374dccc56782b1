import type { Words } from "#core/http/words.ts";
import { ADDRESS } from "#lib/money/markets/field-words.ts";

export const WORDS: Words = {
  ...ADDRESS,
  address: "Where it is.",
  is_pickup_location: "Whether buyers can fetch orders there.",
  name: "Name of the location.",
};
