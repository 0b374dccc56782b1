import { expect, test } from "vitest";
import { sources } from "./sources.ts";

const MAX_TITLE = 90;
const COMMENT = /^\s*(?:\/\*\* (.+) \*\/|\/\/ (.+))$/;
const NAME = /(?:function\*?|const|interface|type|class)\s+\w+|^\s*(?:readonly )?\w+\??[:(<]/;
/** Words that say nothing by themselves. */
const FILLERS = new Set(
  "a an the of to in on for by with is are its it that which and or as at from".split(" "),
);

test("no comment begins by referring to another", () => {
  const leaning = sources.flatMap(({ path, text }) =>
    path.startsWith("lib/client/")
      ? []
      : [...text.matchAll(/^\s*(?:\/\/|\/?\*\*?) ?(?:The same|As above|Ditto|See above)\b.*$/gm)].map(
          ([line]) => `${path}: ${line.trim()}`,
        ),
  );
  expect(leaning).toEqual([]);
});

test("a comment says more than the name below it", () => {
  const repeats = sources.flatMap(({ path, text }) =>
    path.startsWith("lib/client/") ? [] : repeatedComments(text).map((line) => `${path}: ${line}`),
  );
  expect(repeats).toEqual([]);
});

test("a comment that repeats the name below it is found", () => {
  expect(repeatedComments("/** The key of a row. */\nexport function rowKey(row: Row) {")).toHaveLength(1);
  expect(
    repeatedComments("/** The key of a row, as it sorts. */\nexport function rowKey(row: Row) {"),
  ).toEqual([]);
});

test(`the title of a test has at most ${MAX_TITLE} characters`, () => {
  const titles = sources.flatMap(({ path, text }) =>
    path.startsWith("test/")
      ? [
          ...text.matchAll(
            /^\s*(?:test|it|describe)\b[^"`\n]*\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`)/gm,
          ),
        ].map(([, title = ""]) => ({ path, title: title.slice(1, -1) }))
      : [],
  );
  expect(titles.length).toBeGreaterThan(2000);
  expect(titles.filter(({ title }) => title.length > MAX_TITLE)).toEqual([]);
});

/** Comments of one line whose words are all in the declaration below them. */
function repeatedComments(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, index) => {
    const [, block, tail] = COMMENT.exec(line) ?? [];
    const said = block ?? tail;
    const next = lines[index + 1] ?? "";
    const isPart = tail !== undefined && /^\s*\/\//.test(lines[index - 1] ?? "");
    if (said === undefined || isPart || /[`\d]/.test(said) || !NAME.test(next)) return false;
    const known = new Set(wordsIn(next));
    return wordsIn(said).every((word) => known.has(word));
  });
}

function wordsIn(text: string): string[] {
  const words = text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.filter((word) => word && !FILLERS.has(word)).map((word) => word.replace(/(ies|ed|es|s)$/, ""));
}
