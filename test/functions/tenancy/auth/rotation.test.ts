// Alone: it loads modules anew.

import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { signingKeys } from "#lib/tenancy/access/records.ts";
import { livePublicKeys, publishKey } from "#lib/tenancy/access/signing-keys.ts";
import { somebody, testContext } from "#test/support/world.ts";

/** Loads the modules anew, as a new instance of a function does. */
async function newInstance() {
  vi.resetModules();
  return import("#lib/tenancy/access/access-token.ts");
}

const setSecrets = (...kids: string[]) => {
  process.env.SIGNING_SECRETS = JSON.stringify(kids.map((kid) => ({ kid, secret: `the secret ${kid}` })));
};

const claimsAt = (now: number) => ({
  sub: "acc_a",
  provider: "CODE",
  sid: "ses_a",
  iss: env("PUBLIC_URL"),
  iat: now,
  exp: now + HOUR,
});

// A token that is valid except for its key id and signature.
const forgedToken = (kid: string) =>
  [{ alg: "ES256", typ: "at+jwt", kid }, claimsAt(Math.floor(Date.now() / 1000)), "none"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

test("however often the signing key is rotated, no token is refused before it expires", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = claimsAt(now);
  const run = randomUUID();
  const names = ["one", "two", "three", "four"].map((name) => `${name}-${run}`);
  const good = async (where: Awaited<ReturnType<typeof newInstance>>, token: string, at = now) =>
    (await where.verifyAccessToken(token, claims.iss, at)) !== undefined;
  // Tokens may name a key id before that key exists.
  const early = await newInstance();
  for (const kid of names) expect(await good(early, forgedToken(kid))).toBe(false);
  const instances = [early];
  const tokens: string[] = [];
  for (const [index] of names.entries()) {
    setSecrets(...names.slice(0, index + 1).toReversed());
    const fresh = await newInstance();
    instances.push(fresh);
    tokens.push(await fresh.signAccessToken(claims));
  }
  // Under load: instances of every age verify tokens of every key concurrently.
  const seen = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const where = instances[index % instances.length];
      return where && good(where, tokens[Math.floor(index / instances.length) % tokens.length] ?? "");
    }),
  );
  expect(seen.every(Boolean)).toBe(true);
  const kids = (await newInstance()).getPublicKeys(now);
  expect((await kids).keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(names));

  // An instance that signs for days publishes its key again, so that its tokens stay valid.
  const [, first] = instances;
  for (let hour = 0; hour <= 4 * 24; hour += 8) {
    const at = now + hour * HOUR;
    const late = await first?.signAccessToken({ ...claims, iat: at, exp: at + HOUR });
    expect(await good(await newInstance(), late ?? "", at + HOUR - 1), `after ${hour} hours`).toBe(true);
  }

  // A verifying instance has no secret and nothing to sign with.
  setSecrets();
  const verifier = await newInstance();
  expect(await good(verifier, tokens[0] ?? "")).toBe(true);
  await expect(verifier.signAccessToken(claims)).rejects.toThrow();
});

test("a key that was not published for days is invalid, and a revoked one within minutes", async () => {
  const now = Math.floor(Date.now() / 1000);
  const issued = { sub: "acc_a", provider: "CODE", sid: "ses_a", iss: env("PUBLIC_URL") };
  setSecrets(`old-${randomUUID()}`);
  const old = await newInstance();
  const token = await old.signAccessToken({ ...issued, iat: now, exp: now + 10 * 24 * HOUR });
  const fresh = await newInstance();
  expect(await fresh.verifyAccessToken(token, issued.iss, now + 3 * 24 * HOUR - 1)).toBeDefined();
  expect(
    await (await newInstance()).verifyAccessToken(token, issued.iss, now + 3 * 24 * HOUR),
  ).toBeUndefined();
  const { keys } = await old.getPublicKeys(now);
  const mine = keys.find(({ kid }) => String(kid).startsWith("old-"));
  const later = await old.getPublicKeys(now + 3 * 24 * HOUR);
  expect(mine).toBeDefined();
  expect(later.keys.map(({ kid }) => kid)).not.toContain(mine?.kid);
  expect(await old.verifyAccessToken(token, issued.iss, now)).toBeDefined();
  await transact(testContext(), [signingKeys.removeKey({ kid: String(mine?.kid) })]);
  expect(await old.verifyAccessToken(token, issued.iss, now + 400)).toBeUndefined();
});

test("tokens with random keys are refused at the cost of a few reads", async () => {
  const where = await newInstance();
  // Imported again, as only this instance's own modules see its calls.
  const { watchCalls } = await import("#test/support/table.ts");
  const { calls } = await watchCalls(async () => {
    const now = Math.floor(Date.now() / 1000);
    for (let count = 0; count < 200; count++)
      expect(await where.verifyAccessToken(forgedToken(`k${count}`), env("PUBLIC_URL"), now)).toBeUndefined();
  });
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length).toBeLessThanOrEqual(20);
});

test("tokens with random keys never cause a valid token to be refused", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = claimsAt(now);
  setSecrets(`known-${randomUUID()}`);
  const known = await (await newInstance()).signAccessToken(claims);
  setSecrets(`new-${randomUUID()}`);
  const fresh = await (await newInstance()).signAccessToken(claims);
  const where = await newInstance();
  expect(await where.verifyAccessToken(known, claims.iss, now)).toBeDefined();
  const flood = async (at: number) => {
    for (let count = 0; count < 100; count++) {
      await where.verifyAccessToken(forgedToken(randomUUID()), claims.iss, at);
    }
  };
  await flood(now + 400);
  expect(await where.verifyAccessToken(known, claims.iss, now + 400)).toBeDefined();
  expect(await where.verifyAccessToken(fresh, claims.iss, now + 400)).toBeDefined();
});

test("a function that has cached a token refuses it after its key was deleted", async () => {
  const me = await somebody();
  const kid = `taken-${randomUUID()}`;
  setSecrets(kid);
  const where = await newInstance();
  const { authenticate } = await import("#lib/tenancy/access/authenticate.ts");
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: me.id,
    provider: "CODE",
    sid: me.sessionId,
    iss: env("PUBLIC_URL"),
    iat: now,
    exp: now + 999 * HOUR,
  };
  const token = await where.signAccessToken(claims);
  expect(await authenticate(token, undefined, now)).toMatchObject({ kind: "person", id: me.id });
  await transact(testContext(), [signingKeys.removeKey({ kid })]);
  await expect(authenticate(token, undefined, now + 400)).rejects.toMatchObject({
    code: "GENERAL.UNAUTHENTICATED",
  });
});

test("a key that is published again by an earlier clock stays valid as long as before", async () => {
  const [kid, now] = [crypto.randomUUID(), Math.floor(Date.now() / 1000)];
  const isLive = async () => (await livePublicKeys(now)).some((key) => key.kid === kid);
  for (const at of [now, now - 4 * DAY]) await publishKey({ kid, jwk: { kid } }, at);
  expect(await isLive()).toBe(true);
  await transact(testContext(), [signingKeys.removeKey({ kid })]);
  expect(await isLive()).toBe(false);
});
