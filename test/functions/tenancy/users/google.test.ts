import { createHash, randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { env } from "#core/env.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { externalLogin, externalTokenOf } from "#lib/tenancy/people/external-login.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { frontEnd, googleLogin, signInAtProvider, signInResult } from "#test/support/provider.ts";
import { newEmail, somebody, testContext } from "#test/support/world.ts";

const failed = { status: 400, error: "USER.FAILED_OAUTH_LOGIN" };

test("an unknown email address that the provider verified becomes a confirmed user", async () => {
  const email = newEmail();
  const login = await googleLogin(email);
  expect(login).toMatchObject({ provider: "GOOGLE", isGuest: false });
  const me = await ok(users.getMyUser, { as: { token: login.accessToken } });
  expect(me).toMatchObject({ id: login.userId, email, isConfirmed: true });
  expect(me.name).not.toBe("");
  expect((await googleLogin(email)).userId).toBe(login.userId);
});

test("an identity is linked to the account that has proven its email address", async () => {
  const account = await somebody();
  expect((await googleLogin(account.email)).userId).toBe(account.id);
});

test("the code works once, for the origin that started, with its own state", async () => {
  const { originUrl } = frontEnd();
  const { code, state } = await signInResult(newEmail());
  const other = { provider: "GOOGLE", code, originUrl: "http://localhost:3000" };
  expect(await refused(users.loginUser, { body: other })).toMatchObject(failed);
  const body = { provider: "GOOGLE", code, originUrl, state };
  const replies = await Promise.all([1, 2, 3, 4].map(() => call(users.loginUser, { body })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const second = await signInResult(newEmail());
  const mixed = { provider: "GOOGLE", code: second.code, originUrl, state };
  expect(await refused(users.loginUser, { body: mixed })).toMatchObject(failed);
  // A refused request spends its code too, before the provider is asked.
  const own = { ...mixed, state: second.state };
  expect(await refused(users.loginUser, { body: own })).toMatchObject(failed);
});

test("where a deployment demands it, a code needs the state of the browser that started", async () => {
  vi.stubEnv("REQUIRE_STATE", "1");
  const { originUrl } = frontEnd();
  const { code, state } = await signInResult(newEmail());
  const login = (said?: string) => externalLogin(testContext(), { code, originUrl, state: said });
  await expect(login()).rejects.toMatchObject({ code: failed.error });
  expect((await login(state)).isGuest).toBe(false);
  vi.unstubAllEnvs();
});

test("a sign-in can only be finished by the browser that has its secret", async () => {
  const { originUrl } = frontEnd();
  const verifier = randomBytes(32).toString("base64url");
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  const begun = async () => {
    const query = { provider: "GOOGLE", ...frontEnd(), codeChallenge };
    const { url } = await ok(users.getLoginUrl, { query });
    const back = await signInAtProvider(url, { email: newEmail(), answer: "allow" });
    return { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
  };
  // An attacker's link carries code and state to another browser, which has no secret or another one.
  const { code, state } = await begun();
  const body = { provider: "GOOGLE", code, originUrl, state };
  expect(await refused(users.loginUser, { body })).toMatchObject(failed);
  const other = { ...body, codeVerifier: randomBytes(32).toString("base64url") };
  expect(await refused(users.loginUser, { body: other })).toMatchObject(failed);
  // Attempts of other browsers spend nothing, so the first browser can still finish.
  expect((await ok(users.loginUser, { body: { ...body, codeVerifier: verifier } })).isGuest).toBe(false);
  expect(await refused(users.loginUser, { body: { ...body, codeVerifier: verifier } })).toMatchObject(failed);
  // A secret is refused if the sign-in started without one.
  const plain = await signInResult(newEmail());
  const mixed = { provider: "GOOGLE", code: plain.code, originUrl, codeVerifier: verifier };
  expect(await refused(users.loginUser, { body: mixed })).toMatchObject(failed);
});

test("a state works once, and an invented one is refused", async () => {
  const { url } = await ok(users.getLoginUrl, { query: frontEnd() });
  const state = new URL(url).searchParams.get("state") ?? "";
  const query = { state, code: "whatever" };
  const first = await call(users.returnFromLogin, { query });
  expect(first.status).toBe(302);
  expect(first.headers.get("location")).toContain(frontEnd().redirectUrl);
  expect(await refused(users.returnFromLogin, { query })).toMatchObject(failed);
  expect(await refused(users.returnFromLogin, { query: { state: "made-up", code: "x" } })).toMatchObject(
    failed,
  );
  // The provider is asked about the code, and refuses this one.
  const code = new URL(first.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = { provider: "GOOGLE", code, originUrl: frontEnd().originUrl };
  expect(await refused(users.loginUser, { body })).toMatchObject(failed);
});

test("a user who cancels at the provider returns with its error", async () => {
  const { url } = await ok(users.getLoginUrl, { query: frontEnd() });
  const back = await signInAtProvider(url, { email: newEmail(), answer: "deny" });
  expect(back.searchParams.get("error")).toBe("access_denied");
  expect(back.searchParams.get("state")).toBe(new URL(url).searchParams.get("state"));
});

test("origins and redirect URLs must be in the list, spelled exactly", async () => {
  const { originUrl, redirectUrl } = frontEnd();
  for (const wrong of [`${originUrl}/`, `${originUrl}?x`, "https://evil.example", "javascript:alert(1)"]) {
    expect(await refused(users.getLoginUrl, { query: { originUrl: wrong, redirectUrl } })).toMatchObject({
      error: "USER.INVALID_ORIGIN_URI",
    });
    const body = { provider: "GOOGLE", code: "x", originUrl: wrong };
    expect(await refused(users.loginUser, { body })).toMatchObject({ error: "USER.INVALID_ORIGIN_URI" });
  }
  for (const wrong of [`${redirectUrl}/`, `${redirectUrl}/../evil`, `${redirectUrl}#x`, "//evil.example"]) {
    expect(await refused(users.getLoginUrl, { query: { originUrl, redirectUrl: wrong } })).toMatchObject({
      error: "USER.INVALID_REDIRECT_URI",
    });
  }
});

test("a sign-in that was started too long ago is refused", async () => {
  const at = Math.floor(Date.now() / 1000) - 601;
  const { url } = await ok(users.getLoginUrl, { query: frontEnd(), at });
  const query = { state: new URL(url).searchParams.get("state") ?? "", code: "x" };
  expect(await refused(users.returnFromLogin, { query })).toMatchObject(failed);
  const { code } = await signInResult(newEmail());
  const body = { provider: "GOOGLE", code, originUrl: frontEnd().originUrl };
  const late = Math.ceil(Date.now() / 1000) + 600;
  expect(await refused(users.loginUser, { body, at: late })).toMatchObject(failed);
});

test("a logout ends the session and revokes the provider's token", async () => {
  const login = await googleLogin(newEmail());
  const { sub = "", sid } = decodeJwt(login.accessToken);
  const token = (await externalTokenOf(sub, String(sid)))?.token ?? "";
  expect(await isAccepted(token)).toBe(true);
  const body = { provider: "GOOGLE", token: login.refreshToken, originUrl: frontEnd().originUrl };
  expect(await ok(users.logoutUser, { body })).toEqual({ success: true });
  expect(await isAccepted(token)).toBe(false);
  expect(await refused(users.refreshUser, { body: { refreshToken: login.refreshToken } })).toMatchObject({
    error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
  });
});

/** Whether the provider accepts one of its tokens. */
async function isAccepted(token: string): Promise<boolean> {
  const described = await fetch(`${env("OIDC_ISSUER")}/.well-known/openid-configuration`);
  const { userinfo_endpoint } = z.object({ userinfo_endpoint: z.string() }).parse(await described.json());
  return (await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } })).ok;
}
