import { expect, test } from "vitest";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { frontEnd, tokenIn } from "#test/support/provider.ts";
import { logIn, PASSWORD, registerUser } from "#test/support/users.ts";
import { mailTo, newEmail, somebody } from "#test/support/world.ts";

const NEW = "two lanterns by the pond";

test("a forgotten password is replaced by the link, once, and every session ends", async () => {
  const { email } = await registerUser();
  const before = await logIn(email);
  // All within one second, as later the changed password already makes a link invalid.
  const at = Math.floor(Date.now() / 1000) + 1;
  await ok(users.forgotPassword, { body: { email, reserveDomain: frontEnd().originUrl }, at });
  const mail = await mailTo(email, 2);
  expect(mail.subject).toBe("Choose a new password");
  expect(mail.body.html).toContain("/reset-password?token=sfl_");
  const token = tokenIn(mail);
  await ok(users.resetForgottenPassword, { body: { token, password: NEW }, at });
  expect(await refused(users.resetForgottenPassword, { body: { token, password: NEW }, at })).toMatchObject({
    error: "USER.TOKEN_INVALID",
  });
  expect(await refused(users.refreshUser, { body: { refreshToken: before.refreshToken } })).toMatchObject({
    error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
  });
  expect(
    await refused(users.loginUser, { body: { provider: "EMAIL", email, password: PASSWORD } }),
  ).toMatchObject({ error: "USER.PASSWORD_WRONG" });
  await logIn(email, NEW);
  expect((await mailTo(email, 3)).subject).toBe("Your password was changed");
});

test("a requested link does not reveal whether the email is known, and using it proves it", async () => {
  const { email } = await registerUser();
  const unknown = newEmail();
  expect(await ok(users.forgotPassword, { body: { email } })).toEqual(
    await ok(users.forgotPassword, { body: { email: unknown } }),
  );
  const token = tokenIn(await mailTo(unknown));
  await ok(users.resetForgottenPassword, { body: { token, password: NEW } });
  await logIn(unknown, NEW);
});

test("a link works for an hour and for one purpose: a confirmation's is no reset's", async () => {
  const { email } = await registerUser();
  const at = Math.floor(Date.now() / 1000);
  await ok(users.forgotPassword, { body: { email }, at });
  const token = tokenIn(await mailTo(email, 2));
  const invalid = { status: 400, error: "USER.TOKEN_INVALID" };
  expect(
    await refused(users.resetForgottenPassword, { body: { token, password: NEW }, at: at + 3600 }),
  ).toMatchObject(invalid);
  expect(await refused(users.confirmUser, { body: { token } })).toMatchObject(invalid);
  const waiting = newEmail();
  await ok(users.registerUser, { body: { email: waiting, password: PASSWORD } });
  const body = { token: tokenIn(await mailTo(waiting)), password: NEW };
  expect(await refused(users.resetForgottenPassword, { body })).toMatchObject(invalid);
  await ok(users.resetForgottenPassword, { body: { token, password: NEW }, at: at + 3540 });
});

test("older links stop working after the password has changed", async () => {
  const { email } = await registerUser();
  const at = Math.floor(Date.now() / 1000) + 10;
  await ok(users.forgotPassword, { body: { email }, at });
  const older = tokenIn(await mailTo(email, 2));
  await ok(users.forgotPassword, { body: { email }, at: at + 10 });
  const newer = tokenIn(await mailTo(email, 3));
  await ok(users.resetForgottenPassword, { body: { token: newer, password: NEW }, at: at + 20 });
  expect(
    await refused(users.resetForgottenPassword, { body: { token: older, password: PASSWORD }, at: at + 30 }),
  ).toMatchObject({ error: "USER.TOKEN_INVALID" });
});

test("a password is changed by somebody who knows the old one, and ends their other sessions", async () => {
  const { email } = await registerUser();
  const [mine, other] = [await logIn(email), await logIn(email)];
  const as = { token: mine.accessToken };
  const change = (oldPassword?: string, newPassword?: string) =>
    refused(users.changePassword, { as, body: { oldPassword, newPassword } });
  expect(await change("not it", NEW)).toMatchObject({
    error: "USER.PASSWORD_WRONG",
    body: { details: [{ field: "oldPassword" }] },
  });
  expect(await change(undefined, NEW)).toMatchObject({ error: "USER.PASSWORD_REQUIRED" });
  expect(await change(PASSWORD)).toMatchObject({ error: "USER.PASSWORD_REQUIRED" });
  expect(await change(PASSWORD, "short")).toMatchObject({ error: "USER.PASSWORD_INVALID" });
  await ok(users.changePassword, { as, body: { oldPassword: PASSWORD, newPassword: NEW } });
  await logIn(email, NEW);
  await ok(users.refreshUser, { body: { refreshToken: mine.refreshToken } });
  expect(await refused(users.refreshUser, { body: { refreshToken: other.refreshToken } })).toMatchObject({
    status: 400,
  });
  const codeOnly = await somebody();
  const body = { oldPassword: "anything", newPassword: NEW };
  expect(await refused(users.changePassword, { as: codeOnly, body })).toMatchObject({
    error: "USER.PASSWORD_WRONG",
  });
});
