import { expect, test } from "vitest";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { frontEnd, tokenIn } from "#test/support/provider.ts";
import { logIn, PASSWORD, registerUser } from "#test/support/users.ts";
import { mailTo, newEmail, somebody } from "#test/support/world.ts";

test("a registration becomes a user by the link in the mail, once", async () => {
  const email = newEmail();
  const body = { provider: "EMAIL_REGISTER", email, password: PASSWORD, firstName: "Ada", lastName: "Byron" };
  expect(await ok(users.registerUser, { body })).toEqual({ success: true });
  expect(
    await refused(users.loginUser, { body: { provider: "EMAIL", email, password: PASSWORD } }),
  ).toMatchObject({
    status: 400,
    error: "USER.NOT_CONFIRMED",
    body: { details: [{ field: "email", error: "NOT_CONFIRMED" }] },
  });
  const token = tokenIn(await mailTo(email));
  const { userId } = await ok(users.confirmUser, { body: { token } });
  expect(await refused(users.confirmUser, { body: { token } })).toMatchObject({
    error: "USER.TOKEN_INVALID",
  });
  const login = await logIn(email);
  expect(login).toMatchObject({ userId, provider: "EMAIL", tokenType: "Bearer", isGuest: false });
  const me = await ok(users.getMyUser, { as: { token: login.accessToken } });
  expect(me).toMatchObject({ id: userId, email, name: "Ada Byron", isConfirmed: true, roles: [] });
  expect(me.lifecycle.lastLoginAt).not.toBeNull();
});

test("the mail has a text and an HTML part with the same link, to an allowed origin", async () => {
  const email = newEmail();
  await ok(users.registerUser, { body: { email, password: PASSWORD } });
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Confirm your address");
  expect(mail.body.text).toContain(`${frontEnd().originUrl}/confirm?token=sfl_`);
  expect(mail.body.html).toContain(`${frontEnd().originUrl}/confirm?token=sfl_`);
  expect(mail.body.html).toContain("<h1");
});

test("the link works for an hour", async () => {
  const email = newEmail();
  const at = Math.floor(Date.now() / 1000);
  await ok(users.registerUser, { body: { email, password: PASSWORD }, at });
  const body = { token: tokenIn(await mailTo(email)) };
  expect(await refused(users.confirmUser, { body, at: at + 3600 })).toMatchObject({
    error: "USER.TOKEN_INVALID",
  });
  // The address is free again, and only the newer link works.
  await ok(users.registerUser, { body: { email, password: "two lanterns by the pond" }, at: at + 3601 });
  const newer = { token: tokenIn(await mailTo(email, 2)) };
  await ok(users.confirmUser, { body: newer, at: at + 3601 + 3540 });
  await logIn(email, "two lanterns by the pond");
});

test("an email address that is registered or waits for its confirmation is refused", async () => {
  const { email } = await registerUser();
  const exists = { status: 400, error: "USER.EMAIL_EXISTS" };
  expect(await refused(users.registerUser, { body: { email, password: PASSWORD } })).toMatchObject(exists);
  const waiting = { email: newEmail(), password: PASSWORD };
  await ok(users.registerUser, { body: waiting });
  expect(await refused(users.registerUser, { body: waiting })).toMatchObject(exists);
  const account = await somebody();
  expect(
    await refused(users.registerUser, { body: { email: account.email.toUpperCase(), password: PASSWORD } }),
  ).toMatchObject(exists);
});

test("one of two concurrent registrations of an email address is refused", async () => {
  const email = newEmail();
  const replies = await Promise.allSettled(
    [1, 2, 3, 4].map(() => ok(users.registerUser, { body: { email, password: PASSWORD } })),
  );
  expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("passwords that are missing, short or common are refused", async () => {
  const email = newEmail();
  const of = (password?: string) => refused(users.registerUser, { body: { email, password } });
  expect(await of()).toMatchObject({ error: "USER.PASSWORD_REQUIRED" });
  for (const password of [
    "short",
    "zk4&wqp",
    "zk4&e\u0301e\u0301",
    "password",
    "P@ssw0rd2024!",
    "12345678",
    "qwertyqwerty",
    "aaaaaaaaaa",
    email,
  ]) {
    expect(await of(password), password).toMatchObject({ status: 400, error: "USER.PASSWORD_INVALID" });
  }
  await ok(users.registerUser, { body: { email, password: "zk4&wqpt" } });
});

test("a link leads to allowed origins only, spelled exactly", async () => {
  const { originUrl } = frontEnd();
  const wrong = [
    `${originUrl}/`,
    `${originUrl}.evil.example`,
    "https://evil.example",
    originUrl.toUpperCase(),
  ];
  for (const reserveDomain of wrong) {
    const body = { email: newEmail(), password: PASSWORD, reserveDomain };
    expect(await refused(users.registerUser, { body }), reserveDomain).toMatchObject({
      status: 400,
      error: "USER.INVALID_ORIGIN_URI",
    });
  }
  await ok(users.registerUser, { body: { email: newEmail(), password: PASSWORD, reserveDomain: originUrl } });
});
