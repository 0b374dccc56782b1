import { expect, test } from "vitest";
import { closestTag, lookupTags } from "#core/texts/language.ts";

// RFC 4647, 3.4, whose example is the first; RFC 5646 for the others.
test.each([
  [
    "zh-Hant-CN-x-private1-private2",
    ["zh-Hant-CN-x-private1-private2", "zh-Hant-CN-x-private1", "zh-Hant-CN", "zh"],
  ],
  ["zh-Hant-TW", ["zh-Hant-TW", "zh-Hant", "zh"]],
  ["de-AT", ["de-AT", "de"]],
  ["de_AT", ["de_AT", "de"]],
  ["de", ["de"]],
])("a text in %s is looked for in the closest language first", (tag, tags) => {
  expect(lookupTags(tag)).toEqual(tags);
});

test.each([
  [["de", "en"], "de-AT", "de"],
  [["zh", "zh-Hant"], "zh-Hant-TW", "zh-Hant"],
  [["ZH-hant"], "zh-Hant-TW", "ZH-hant"],
  [["de-AT"], "de", "de-AT"],
  [["de-CH"], "de-AT", "de-CH"],
  [["en", ""], "fr", undefined],
])("of texts in %j who reads %s is given %s", (known, tag, given) => {
  expect(closestTag(known, tag)).toBe(given);
});
