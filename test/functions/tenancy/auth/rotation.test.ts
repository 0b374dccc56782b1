import { afterAll, expect, test, vi } from "vitest";
import { env } from "#core/env.ts";

const before = process.env.SIGNING_SECRETS;
afterAll(() => {
  process.env.SIGNING_SECRETS = before;
});

/** A function instance of its own: modules are loaded anew, as at a cold start. */
async function instance() {
  vi.resetModules();
  return import("#core/token.ts");
}

const set = (...kids: string[]) => {
  process.env.SIGNING_SECRETS = JSON.stringify(kids.map((kid) => ({ kid, secret: `the secret ${kid}` })));
};

test("while the signing key is rotated no token of either key is refused by any instance", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: "acc_a",
    provider: "CODE",
    sid: "ses_a",
    iss: env("PUBLIC_URL"),
    iat: now,
    exp: now + 3600,
  };
  const good = async (where: Awaited<ReturnType<typeof instance>>, token: string) =>
    (await where.verifyAccessToken(token, claims.iss, now)) !== undefined;
  set("one");
  const old = await instance();
  const first = await old.signAccessToken(claims);
  expect(await good(old, first)).toBe(true);

  set("two", "one");
  const fresh = await instance();
  const second = await fresh.signAccessToken(claims);
  // Under load: the instance that started before the rotation meets tokens of both keys, many at once.
  const seen = await Promise.all(
    Array.from({ length: 200 }, (_, index) => good(index % 3 ? old : fresh, index % 2 ? first : second)),
  );
  expect(seen.every(Boolean)).toBe(true);
  expect((await fresh.publicKeys()).keys.map(({ kid }) => kid)).toEqual(["two", "one"]);

  // Two rotations later the first key is gone.
  set("three", "two");
  const last = await instance();
  expect(await good(last, second)).toBe(true);
  expect(await good(last, first)).toBe(false);
});
