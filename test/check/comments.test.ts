import { expect, test } from "vitest";
import { sources } from "./sources.ts";

test("a comment can be read by itself: none begins with what another says", () => {
  const leaning = sources.flatMap(({ path, text }) =>
    /^(lib|functions|infra)\/(?!client\/)/.test(path)
      ? [...text.matchAll(/^\s*(?:\/\/|\/?\*\*?) ?(?:The same|As above|Ditto|See above)\b.*$/gm)].map(
          ([line]) => `${path}: ${line.trim()}`,
        )
      : [],
  );
  expect(leaning).toEqual([]);
});
