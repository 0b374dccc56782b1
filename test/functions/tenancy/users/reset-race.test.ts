import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { sessionStamps, sessions } from "#lib/tenancy/access/records.ts";
import { newLink } from "#lib/tenancy/people/registration.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { stagger } from "#test/support/pause.ts";
import { tokenIn } from "#test/support/provider.ts";
import { seeded } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";
import { logIn, PASSWORD, registerUser } from "#test/support/users.ts";
import { eventually, mailTo, testContext } from "#test/support/world.ts";

const NEW = "two lanterns by the pond";

test("no sign-in with the old password outlives a reset, however they overlap", async () => {
  await seeded(async (random) => {
    for (let round = 0; round < 4; round++) {
      const { id, email } = await registerUser();
      await ok(users.forgotPassword, { body: { email } });
      const token = tokenIn(await mailTo(email, 2));
      const got: string[] = [];
      let over = false;
      const attacker = async () => {
        const body = { provider: "EMAIL", email, password: PASSWORD } as const;
        while (!over) {
          const reply = await call(users.loginUser, { body });
          if ("refreshToken" in reply.body) got.push(reply.body.refreshToken);
        }
      };
      const attackers = [attacker(), attacker()];
      await stagger(random, 300);
      await ok(users.resetForgottenPassword, { body: { token, password: NEW } });
      over = true;
      await Promise.all(attackers);
      for (const refreshToken of got) {
        expect(await refused(users.refreshUser, { body: { refreshToken } })).toMatchObject({
          error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
        });
      }
      await logIn(email, NEW);
      await eventually(async () => {
        const { records } = await sessions.query(`PERSON#${id}`, { prefix: "SESSION#" });
        return records.filter(({ status }) => status === "active").length === 1;
      }, "marking the old sessions as ended");
    }
  });
});

test("a reset between any two steps of a sign-in with the old password leaves nothing of it", async () => {
  const { email } = await registerUser();
  let password = PASSWORD;
  let steps = 0;
  for (let isReached = true; isReached; steps++) {
    const chosen = `${NEW} ${steps}`;
    const { token, write } = newLink(testContext(), "reset", email);
    await transact(testContext(), [write]);
    let calls = 0;
    isReached = false;
    const body = JSON.stringify({ provider: "EMAIL", email, password });
    const reply = await interceptCalls(
      async (_command, next) => {
        if (calls++ === steps) {
          isReached = true;
          await ok(users.resetForgottenPassword, { body: { token, password: chosen } });
        }
        return next();
      },
      () => invokeDirect(users.loginUser, { body }),
    );
    expect(reply.status, `at step ${steps}`).toBe(isReached ? reply.status : 200);
    const { refreshToken } = JSON.parse(reply.body);
    if (isReached && refreshToken !== undefined) {
      const { error } = await refused(users.refreshUser, { body: { refreshToken } });
      expect(error, `at step ${steps}`).toBe("USER.FAILED_REFRESH_ACCESS_TOKEN");
    }
    if (isReached) password = chosen;
  }
  expect(steps).toBeGreaterThan(5);
  await logIn(email, password);
});

test("a reset ends access tokens too: no earlier session is accepted or listed", async () => {
  const { email } = await registerUser();
  const before = await logIn(email);
  await ok(users.forgotPassword, { body: { email } });
  await ok(users.resetForgottenPassword, { body: { token: tokenIn(await mailTo(email, 2)), password: NEW } });
  const later = Math.floor(Date.now() / 1000) + 31;
  expect(await refused(users.getMyUser, { as: { token: before.accessToken }, at: later })).toMatchObject({
    status: 401,
  });
  const now = await logIn(email, NEW);
  const { items } = await ok(accounts.listSessions, { as: { token: now.accessToken } });
  expect(items.map(({ status }) => status)).toEqual(["active", "revoked"]);
  const account = await ok(accounts.getMyAccount, { as: { token: now.accessToken } });
  expect(account.auth_tokens).toHaveLength(1);
});

test("a session that a reset has ended is invalid before its record is deleted", async () => {
  const { id, email } = await registerUser();
  const [ended, kept] = [await logIn(email), await logIn(email)];
  const keeps = String(decodeJwt(kept.accessToken).sid);
  await transact(testContext(), [sessionStamps.put({ person_id: id, epoch: 1, keeps })]);
  const later = Math.floor(Date.now() / 1000) + 31;
  expect(await refused(users.getMyUser, { as: { token: ended.accessToken }, at: later })).toMatchObject({
    status: 401,
  });
  expect(await refused(users.refreshUser, { body: { refreshToken: ended.refreshToken } })).toMatchObject({
    error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
  });
  const as = { token: kept.accessToken };
  const { items } = await ok(accounts.listSessions, { as });
  expect(items.map(({ status }) => status)).toEqual(["active", "revoked"]);
  expect((await ok(accounts.getMyAccount, { as })).auth_tokens).toHaveLength(1);
  const { records } = await sessions.query(`PERSON#${id}`, { prefix: "SESSION#" });
  expect(records.map(({ status }) => status)).toEqual(["active", "active"]);
});
