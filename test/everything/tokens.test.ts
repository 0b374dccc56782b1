import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEALED_KINDS } from "#test/proofs/token-kinds.ts";
import { sendTokens, tokenPlaces } from "#test/proofs/tokens.ts";
import { seeded } from "#test/support/random.ts";

const MAX_TOKEN_LENGTH = 1500;

test("a malformed token is a 401, and never a 5xx", async () => {
  const { byStatus, places } = await seeded((random) => sendTokens(random, MAX_TOKEN_LENGTH));
  console.info(`Tokens at ${places} places by status: ${JSON.stringify(byStatus)}.`);
  expect(byStatus[401]).toBeGreaterThan(MAX_TOKEN_LENGTH / 10);
  expect(byStatus[200]).toBeGreaterThan(MAX_TOKEN_LENGTH / 100);
});

test("every kind of token that is opened is also tried, at an existing operation", () => {
  const sources = globSync("lib/**/*.ts", { exclude: ["lib/console/**"] }).map((file) =>
    readFileSync(file, "utf8"),
  );
  const opened = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:openToken|attemptOfToken)\(\s*"?([\w`${}-]+)/g)].flatMap(([, named = ""]) =>
      purposesIn(named, sources, source),
    ),
  );
  expect(new Set(opened)).toEqual(new Set(Object.keys(SEALED_KINDS)));
  const places = new Set(tokenPlaces().map(({ name }) => name));
  expect(
    Object.values(SEALED_KINDS).flatMap(({ names }) => names.filter((name) => !places.has(name))),
  ).toEqual([]);
});

/** The token purposes in an expression. */
function purposesIn(named: string, sources: string[], source: string): string[] {
  if (named === "purpose") return [];
  if (named.startsWith("`")) return ["confirm", "renew", "unsubscribe"].map((each) => `newsletter-${each}`);
  const constant = new RegExp(`const ${named} = "([^"]+)"`);
  const [, purpose] = [source, ...sources].map((text) => constant.exec(text)).find((found) => found) ?? [];
  return [purpose ?? named];
}
