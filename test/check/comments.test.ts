import { expect, test } from "vitest";
import { sources } from "./sources.ts";

test("no comment begins by referring to another", () => {
  const leaning = sources.flatMap(({ path, text }) =>
    /^(lib|functions|infra)\/(?!client\/)/.test(path)
      ? [...text.matchAll(/^\s*(?:\/\/|\/?\*\*?) ?(?:The same|As above|Ditto|See above)\b.*$/gm)].map(
          ([line]) => `${path}: ${line.trim()}`,
        )
      : [],
  );
  expect(leaning).toEqual([]);
});
