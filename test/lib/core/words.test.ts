import { expect, test } from "vitest";
import { cutText } from "#core/cut-text.ts";
import { facet, narrowingFacet, searchWords } from "#core/dynamo/terms.ts";
import { textSortKey } from "#core/rows/place.ts";
import { phoneWords, queryWords, wholeWord, wordsOf } from "#core/rows/words.ts";

test("no text is cut within a character, wherever the cut falls", () => {
  for (let length = 1; length < 220; length++) {
    const text = `${"a".repeat(length)}${"𠮷".repeat(120)}`;
    const cut = [
      ...[...wordsOf(text), ...wholeWord(text), ...searchWords(text), textSortKey(text)],
      ...[facet("tag", text), narrowingFacet("tag", text), cutText(text, 200)],
    ];
    expect(cut.filter((each) => !each.isWellFormed())).toEqual([]);
  }
  expect(cutText("ab𠮷", 3)).toBe("ab");
  expect(cutText("ab𠮷", 4)).toBe("ab𠮷");
  expect(wordsOf("a".repeat(100))[0]).toHaveLength(64);
});

test("a telephone number is one word, and the words beside it on another line are their own", () => {
  expect(queryWords("0049 (0)30 123-45").map((forms) => forms.at(-1))).toEqual(["493012345"]);
  expect(queryWords("2024\n030 12")).toEqual([["2024"], ["03012", "3012"]]);
  expect(queryWords(" Änne  GRACE ")).toEqual([["anne"], ["grace"]]);
  expect(phoneWords("+49 (0)30 123-45")).toEqual(["493012345", "3012345"]);
  expect(phoneWords("0049 30 12345")).toEqual(["493012345", "3012345"]);
});
