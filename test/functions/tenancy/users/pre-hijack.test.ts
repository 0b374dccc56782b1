import { describe, expect, test } from "vitest";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { findPersonByEmail } from "#lib/tenancy/people/person.ts";
import { ok, refused } from "#test/support/client.ts";
import { frontEnd, googleLogin, signInResult, tokenIn } from "#test/support/provider.ts";
import { logIn, logInByCode, PASSWORD } from "#test/support/users.ts";
import { mailsTo, mailTo, newEmail } from "#test/support/world.ts";

const HIS_PASSWORD = "the password of the attacker";

// The five attacks of Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022: somebody prepares an
// account under an email address before its owner comes.
describe("an account that somebody prepared", () => {
  test("classic-federated merge: the first password is void once the owner uses the provider", async () => {
    const email = newEmail();
    await ok(users.registerUser, { body: { email, password: HIS_PASSWORD } });
    const owner = await googleLogin(email);
    await expectNoEntry(email);
    expect(await ok(users.getMyUser, { as: { token: owner.accessToken } })).toMatchObject({ email });
    // The confirmation link, used late, does not make the first password valid again.
    const token = tokenIn(await mailTo(email));
    expect(await refused(users.confirmUser, { body: { token } })).toMatchObject({
      error: "USER.TOKEN_INVALID",
    });
    await expectNoEntry(email);
  });

  test("classic-federated merge: the first password is void once the owner uses a code", async () => {
    const email = newEmail();
    await ok(users.registerUser, { body: { email, password: HIS_PASSWORD } });
    const token = tokenIn(await mailTo(email));
    const owner = await logInByCode(email, 1);
    expect(owner.is_verified).toBe(true);
    expect(await refused(users.confirmUser, { body: { token } })).toMatchObject({
      error: "USER.TOKEN_INVALID",
    });
    await expectNoEntry(email);
  });

  test("unexpired session: none begins before the email is proven, and a reset ends all", async () => {
    const email = newEmail();
    await ok(users.registerUser, { body: { email, password: HIS_PASSWORD } });
    expect(
      await refused(users.loginUser, { body: { provider: "EMAIL", email, password: HIS_PASSWORD } }),
    ).toMatchObject({ error: "USER.NOT_CONFIRMED" });
    expect(await findPersonByEmail(email)).toBeUndefined();
    // A session by a code, from somebody who once read the owner's mail, ends with the reset.
    const his = await logInByCode(email, 1);
    await ok(users.forgotPassword, { body: { email } });
    const token = tokenIn(await mailTo(email, 3));
    await ok(users.resetForgottenPassword, { body: { token, password: PASSWORD } });
    const at = Math.floor(Date.now() / 1000) + 60;
    expect(await refused(accounts.getMyAccount, { as: { token: his.access_token }, at })).toMatchObject({
      status: 401,
    });
    await expectNoEntry(email);
    await logIn(email);
  });

  test("trojan identifier: no phone, key or identity is on a record that the owner will get", async () => {
    const email = newEmail();
    await ok(users.registerUser, { body: { email, password: HIS_PASSWORD } });
    const guest = await ok(users.loginUser, { body: { provider: "GUEST" } });
    const as = { token: guest.accessToken };
    const body = { name: "Trojan", email, phoneNumbers: ["+491701234567"] };
    await ok(users.updateUser, { as, body });
    const value = "k".repeat(40);
    expect(
      await refused(users.updateUser, { as, body: { apiTokens: [{ name: "trojan", value }] } }),
    ).toMatchObject({ status: 403, error: "USER.UNAUTHORIZED" });
    const owner = await logInByCode(email, 1);
    const me = await ok(users.getMyUser, { as: { token: owner.access_token } });
    expect(me).toMatchObject({ name: "", phoneNumbers: [], apiTokens: [], email });
    expect(me.id).not.toBe(guest.userId);
  });

  test("unexpired email change: no email address changes, and no mail offers a change", async () => {
    const attacker = newEmail();
    const victim = newEmail();
    const { access_token: token } = await logInByCode(attacker);
    const fields = { name: "Mallory", email: victim };
    await ok(users.updateUser, { as: { token }, body: fields });
    await ok(accounts.updateAccount, { as: { token }, body: fields });
    expect(await ok(accounts.getMyAccount, { as: { token } })).toMatchObject({ email: attacker });
    expect(await mailsTo(victim)).toEqual([]);
    const owner = await logInByCode(victim);
    expect(await ok(accounts.getMyAccount, { as: { token: owner.access_token } })).toMatchObject({
      email: victim,
      name: "",
    });
  });

  test("non-verifying provider: an unverified email address signs nobody in", async () => {
    const email = `unverified-${newEmail()}`;
    const enter = async () => {
      const { code } = await signInResult(email);
      return refused(users.loginUser, {
        body: { provider: "GOOGLE", code, originUrl: frontEnd().originUrl },
      });
    };
    expect(await enter()).toMatchObject({ error: "USER.FAILED_OAUTH_LOGIN" });
    expect(await findPersonByEmail(email)).toBeUndefined();
    await logInByCode(email);
    expect(await enter()).toMatchObject({ error: "USER.FAILED_OAUTH_LOGIN" });
  });
});

async function expectNoEntry(email: string): Promise<void> {
  expect(
    await refused(users.loginUser, { body: { provider: "EMAIL", email, password: HIS_PASSWORD } }),
  ).toMatchObject({ status: 400, error: "USER.PASSWORD_WRONG" });
}
