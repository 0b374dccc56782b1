import { expect, test } from "vitest";
import { getItem } from "#core/dynamo/read.ts";
import { hash } from "#core/seal.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { userAliases, users } from "#functions/tenancy/users/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { logIn, PASSWORD, registerUser } from "#test/support/users.ts";
import { newEmail, somebody } from "#test/support/world.ts";

test("a wrong password and an unknown email address get the same answer", async () => {
  const { email } = await registerUser();
  const codeOnly = await somebody();
  const of = (address: string) =>
    refused(users.loginUser, { body: { provider: "EMAIL", email: address, password: "not the password" } });
  const waiting = newEmail();
  await ok(users.registerUser, { body: { email: waiting, password: PASSWORD } });
  const [wrong, unknown, without] = [await of(email), await of(newEmail()), await of(codeOnly.email)];
  expect(wrong).toMatchObject({ status: 400, error: "USER.PASSWORD_WRONG" });
  expect(unknown.body).toEqual(wrong.body);
  expect(without.body).toEqual(wrong.body);
  expect((await of(waiting)).body).toEqual(wrong.body);
  expect(wrong.body).toMatchObject({ details: [{ field: "password", error: "PASSWORD_WRONG" }] });
});

test("a sign-in error names the missing field", async () => {
  const of = (body: { provider: string; email?: string }) => refused(users.loginUser, { body });
  expect(await of({ provider: "EMAIL", email: newEmail() })).toMatchObject({
    error: "USER.PASSWORD_REQUIRED",
  });
  expect(await of({ provider: "EMAIL" })).toMatchObject({
    body: { validationErrors: [{ field: "email", error: "FIELD.REQUIRED_MISSING" }] },
  });
  expect(await of({ provider: "GOOGLE" })).toMatchObject({ body: { validationErrors: [{ field: "code" }] } });
  expect(await of({ provider: "CARRIER_PIGEON" })).toMatchObject({ error: "GENERAL.VALIDATION_FAILED" });
});

test("a user's token works on the store interface, and an account's on the business interface", async () => {
  const { id, email } = await registerUser();
  const { accessToken } = await logIn(email);
  expect(await ok(accounts.getMyAccount, { as: { token: accessToken } })).toMatchObject({ id, email });
  const account = await somebody();
  expect(await ok(users.getMyUser, { as: account })).toMatchObject({ id: account.id, email: account.email });
});

test("each guest is a new person, whatever number they give", async () => {
  const of = () => ok(users.loginUser, { body: { provider: "GUEST", phoneNumber: "+49 170 1234567" } });
  const [one, two] = [await of(), await of()];
  expect(one).toMatchObject({ provider: "GUEST", isGuest: true, scope: "guest" });
  expect(one.userId).not.toBe(two.userId);
  const me = await ok(users.getMyUser, { as: { token: one.accessToken } });
  expect(me).toMatchObject({ isConfirmed: false, email: "", phoneNumbers: ["+491701234567"] });
  expect(await refused(accounts.getMyAccount, { as: { token: one.accessToken } })).toMatchObject({
    status: 403,
  });
  expect(await ok(users.loginUser, { body: { provider: "guest" } })).toMatchObject({ isGuest: true });
});

test("a user's refresh token never expires, rotates, and works under both paths", async () => {
  const { email } = await registerUser();
  const first = await logIn(email);
  const later = Math.floor(Date.now() / 1000) + 400 * 24 * 3600;
  const body = { provider: "EMAIL", refreshToken: first.refreshToken };
  const second = await ok(users.refreshUser, { body, at: later });
  expect(second).toMatchObject({ userId: first.userId, provider: "EMAIL", expiresAt: later + 3600 });
  expect(second.refreshToken).not.toBe(first.refreshToken);
  const third = await ok(userAliases.refreshUserByAlias, {
    body: { refreshToken: second.refreshToken },
    at: later + 60,
  });
  expect(third.userId).toBe(first.userId);
  expect(await refused(users.refreshUser, { body: { refreshToken: "nonsense" } })).toMatchObject({
    status: 400,
    error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
  });
});

test("a logout ends the session of the refresh token, of the access token, or of the caller", async () => {
  const { email } = await registerUser();
  const [one, two, three] = [await logIn(email), await logIn(email), await logIn(email)];
  await ok(users.logoutUser, { body: { provider: "EMAIL", token: one.refreshToken } });
  await ok(users.logoutUser, { body: { token: two.accessToken } });
  await ok(users.logoutUser, { body: {}, as: { token: three.accessToken } });
  for (const { refreshToken } of [one, two, three]) {
    expect(await refused(users.refreshUser, { body: { refreshToken } })).toMatchObject({
      error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
    });
  }
  const soon = Math.floor(Date.now() / 1000) + 60;
  expect(await refused(users.getMyUser, { as: { token: three.accessToken }, at: soon })).toMatchObject({
    status: 401,
  });
  expect(await refused(users.logoutUser, { body: { token: "nonsense" } })).toMatchObject({ status: 401 });
  expect(await refused(users.logoutUser, { body: {} })).toMatchObject({ status: 401 });
});

test("a password may be spelled in either Unicode form", async () => {
  const { email } = await registerUser(newEmail(), "über den Dächern");
  await logIn(email, "über den Dächern".normalize("NFD"));
});

test("a sign-in stored under an Idempotency-Key cannot be used to test passwords", async () => {
  const { email } = await registerUser();
  const key = crypto.randomUUID();
  const body = { email, password: PASSWORD, provider: "EMAIL" };
  const first = await ok(users.loginUser, { body, headers: { "idempotency-key": key } });
  expect(await ok(users.loginUser, { body, headers: { "idempotency-key": key } })).toEqual(first);
  const kept = hash(JSON.stringify(["ip:127.0.0.1", "loginUser", "/v1/users/login", key]));
  const item = await getItem({ pk: `IDEMPOTENCY#${kept}`, sk: "IDEMPOTENCY" });
  expect(item?.fingerprint).toMatch(/^[\w-]{43}$/);
  for (const said of [`\n${JSON.stringify(body)}`, JSON.stringify(body), PASSWORD]) {
    expect(item?.fingerprint).not.toBe(hash(said));
  }
  expect(JSON.stringify(item)).not.toContain(PASSWORD);
});
