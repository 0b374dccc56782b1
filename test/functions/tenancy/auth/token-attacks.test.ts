import { createHmac, createPublicKey } from "node:crypto";
import * as jose from "jose";
import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { auth, storeAuth } from "#functions/tenancy/auth/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { getPublicKeys, signAccessToken, verifyAccessToken } from "#lib/tenancy/access/access-token.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { ok, refused } from "#test/support/client.ts";
import { FUTURE } from "#test/support/dates.ts";
import { ownKey, signToken, strangersKey } from "#test/support/signer.ts";
import { mailTo, openStore, type Somebody, somebody, testContext } from "#test/support/world.ts";

const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function claimsOf({ id, sessionId }: Somebody) {
  const iat = now();
  return { sub: id, provider: "CODE", sid: sessionId, iss: env("PUBLIC_URL"), iat, exp: iat + 3600 };
}

async function expectRefused(token: string, what: string): Promise<void> {
  expect(await refused(accounts.getMyAccount, { as: { token } }), what).toMatchObject({
    status: 401,
    error: "GENERAL.UNAUTHENTICATED",
  });
}

test("tokens of other signers are refused, whichever algorithm and key they name", async () => {
  const me = await somebody();
  const claims = claimsOf(me);
  const { keys } = await getPublicKeys(Math.floor(Date.now() / 1000));
  const [ours] = keys;
  const kid = ours?.kid ?? "";
  const spki = await jose.exportSPKI((await jose.importJWK(ours ?? {}, "ES256")) as jose.CryptoKey);
  const unsigned = (header: object) => `${encode({ typ: "at+jwt", ...header })}.${encode(claims)}`;

  for (const alg of ["none", "None", "NONE", "nOnE"]) {
    await expectRefused(`${unsigned({ alg, kid })}.`, `alg ${alg}`);
    await expectRefused(`${unsigned({ alg, kid })}.AAAA`, `alg ${alg} with a signature`);
  }
  // The public key used as an HMAC secret.
  for (const secret of [spki, JSON.stringify(ours), ours?.x ?? ""]) {
    const body = unsigned({ alg: "HS256", kid });
    await expectRefused(`${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`, "HS256");
  }
  const jwk = createPublicKey(strangersKey).export({ format: "jwk" });
  const sign = (header: object) => signToken(strangersKey, unsigned({ alg: "ES256", ...header }));
  for (const injected of [
    kid,
    "../../dev/null",
    "' or 1=1 --",
    "",
    "__proto__",
    "https://evil.example/key",
  ]) {
    await expectRefused(sign({ kid: injected }), `kid ${injected}`);
  }
  await expectRefused(sign({ kid, jwk }), "a key of its own");
  await expectRefused(sign({ kid, jku: "https://evil.example/jwks.json" }), "a key set of its own");
  await expectRefused(sign({ kid, crit: ["exp"] }), "critical headers");
});

test("an own token is refused if it is expired, of another issuer or type, or changed", async () => {
  const me = await somebody();
  const claims = claimsOf(me);
  // The second use comes from the cache of valid tokens.
  const brief = await signAccessToken(claims);
  for (const as of [me, me, { token: brief }]) await ok(accounts.getMyAccount, { as });
  const at = claims.exp;
  await ok(accounts.getMyAccount, { as: { token: brief }, at: at - 1 });
  expect(await refused(accounts.getMyAccount, { as: { token: brief }, at })).toMatchObject({ status: 401 });
  await expectRefused(await signAccessToken({ ...claims, exp: now() - 1 }), "expired");
  await expectRefused(await signAccessToken({ ...claims, iss: "https://evil.example" }), "issuer");
  await expectRefused(await signAccessToken({ ...claims, sid: "ses_nowhere" }), "session");
  const [header = "", payload = "", signature = ""] = me.token.split(".");
  const changed = encode({ ...claims, sub: "acc_somebody_else" });
  await expectRefused(`${header}.${changed}.${signature}`, "changed");
  await expectRefused(`${header}.${payload}.${changeFirst(signature)}`, "signature");
  await expectRefused(`${header}.${payload}.${signature}.${signature}`, "four parts");
  const twice = Buffer.from(`{"sub":"acc_x",${JSON.stringify(claims).slice(1)}`).toString("base64url");
  await expectRefused(`${header}.${twice}.${signature}`, "a claim twice");
  await ok(accounts.getMyAccount, { as: { token: await signedByUs(`${header}.${payload}`) } });
  const kind = encode({ ...jose.decodeProtectedHeader(me.token), typ: "JWT" });
  await expectRefused(await signedByUs(`${kind}.${payload}`), "kind");
  expect(await verifyAccessToken(me.token, "https://other.example", now())).toBeUndefined();
});

test("a duplicate claim is refused, even with a valid signature", async () => {
  const me = await somebody();
  const claims = claimsOf(me);
  const [header = ""] = me.token.split(".");
  const twice = Buffer.from(`{"sub":"acc_x",${JSON.stringify(claims).slice(1)}`).toString("base64url");
  await expectRefused(await signedByUs(`${header}.${twice}`), "signed, and a claim twice");
});

test("a refresh token opens nothing, and an access token renews nothing", async () => {
  const me = await somebody();
  await expectRefused(me.refreshToken, "refresh token as bearer");
  expect(await refused(accounts.getMyAccount, { as: { apiKey: me.refreshToken } })).toMatchObject({
    status: 401,
  });
  for (const token of [me.token, me.sessionId]) {
    expect(await refused(auth.refreshTokens, { body: { refresh_token: token } })).toMatchObject({
      status: 401,
    });
    expect(await refused(users.refreshUser, { body: { refreshToken: token } })).toMatchObject({
      status: 400,
      error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
    });
  }
});

test("a store-scoped session works for that store only", async () => {
  const { id: storeId, owner } = await openStore();
  const { id: other, key: networkKey } = await openStore(owner);
  const { challenge_id } = await ok(storeAuth.requestStoreCode, {
    params: { storeId },
    body: { email: owner.email },
  });
  const code = /\d{6}/.exec((await mailTo(owner.email)).subject)?.[0] ?? "";
  const session = await ok(storeAuth.verifyStoreCode, { params: { storeId }, body: { challenge_id, code } });
  const as = { token: session.access_token };
  await ok(forms.createForm, { params: { storeId }, as, body: { key: "mine" } });
  expect(
    await refused(forms.createForm, { params: { storeId: other }, as, body: { key: "x" } }),
  ).toMatchObject({ status: 401 });
  expect(await refused(accounts.createApiToken, { as, body: { name: "wider" } })).toMatchObject({
    status: 403,
  });
  // A request body can name another store too.
  const joined = { params: { businessId: storeId }, body: { networkKey } };
  expect((await refused(businesses.updateBusiness, { ...joined, as })).status).toBe(400);
  await ok(businesses.updateBusiness, { ...joined, as: owner });
  // A search and an id outside of the path can reach another store too.
  const found = await ok(accounts.searchAccounts, { as });
  expect(new Set(found.items.flatMap((item) => item.memberships.map(({ store_id }) => store_id)))).toEqual(
    new Set([storeId]),
  );
  const quote = { parts: [{ serviceId: "service_1", providerId: "provider_1", startTime: FUTURE }] };
  expect(await refused(payments.quotePayment, { as, body: { ...quote, businessId: other } })).toMatchObject({
    error: "BUSINESS.NOT_FOUND",
  });
  const { body: said } = await refused(payments.quotePayment, {
    as,
    body: { ...quote, businessId: storeId },
  });
  expect(said.error).not.toBe("BUSINESS.NOT_FOUND");
  const renewed = await ok(auth.refreshTokens, { body: { refresh_token: session.refresh_token } });
  expect(
    await refused(accounts.createApiToken, { as: { token: renewed.access_token }, body: { name: "wider" } }),
  ).toMatchObject({ status: 403 });
});

test("a store-scoped session has no platform rights, even of platform staff", async () => {
  const { id: storeId } = await openStore();
  const staff = await somebody();
  const record = { tenant_id: "platform", person_id: staff.id, role: "super" as const, email: staff.email };
  await transact(testContext(), [memberships.create({ ...record, created_at: 1 })]);
  const params = { storeId };
  const { challenge_id } = await ok(storeAuth.requestStoreCode, { params, body: { email: staff.email } });
  const code = /\d{6}/.exec((await mailTo(staff.email)).subject)?.[0] ?? "";
  const session = await ok(storeAuth.verifyStoreCode, { params, body: { challenge_id, code } });
  await ok(users.searchUsers, { as: staff });
  const as = { token: session.access_token };
  expect(await refused(users.searchUsers, { as })).toMatchObject({ status: 403 });
  expect((await ok(accounts.searchAccounts, { as })).items).toEqual([]);
  // The account is no member of the store, so the session may not even read it.
  await ok(stores.getStore, { params, as: staff });
  expect(await refused(stores.getStore, { params, as })).toMatchObject({ status: 404 });
});

// Changes the first character: some bits of the last one are unused.
function changeFirst(text: string): string {
  return `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
}

async function signedByUs(body: string): Promise<string> {
  return signToken(await ownKey(), body);
}
