import { expect, test } from "vitest";
import { opaqueToken } from "#core/seal.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { refreshFromTabs } from "#test/proofs/tabs.ts";
import { ok, refused } from "#test/support/client.ts";
import { seeded } from "#test/support/random.ts";
import { logInByCode } from "#test/support/users.ts";
import { mailsTo, mailTo, newEmail, somebody } from "#test/support/world.ts";

const START = Math.floor(Date.now() / 1000);
const refresh = (refresh_token: string, at: number) =>
  ok(auth.refreshTokens, { body: { refresh_token }, at });
const refuseRefresh = (refresh_token: string, at: number) =>
  refused(auth.refreshTokens, { body: { refresh_token }, at });

test("tabs that refresh within thirty seconds get one successor, or the newest token", async () => {
  const { refreshToken } = await somebody();
  const one = await refresh(refreshToken, START);
  expect((await refresh(refreshToken, START + 29)).refresh_token).toBe(one.refresh_token);
  const two = await refresh(one.refresh_token, START + 29);
  // A slow tab, two exchanges behind, still gets a working token.
  expect((await refresh(refreshToken, START + 30)).refresh_token).toBe(two.refresh_token);
  await refresh(two.refresh_token, START + 40);
});

test("an old token, however old, ends the session, and its owner is notified", async () => {
  for (const exchanges of [1, 2, 5]) {
    const me = await somebody();
    let live = me.refreshToken;
    for (let index = 0; index < exchanges; index++) {
      live = (await refresh(live, START + index * 40)).refresh_token;
    }
    const later = START + exchanges * 40 + 60;
    expect(await refuseRefresh(me.refreshToken, later)).toMatchObject({ status: 401 });
    expect(await refuseRefresh(live, later)).toMatchObject({ status: 401 });
    expect(await refused(accounts.getMyAccount, { as: me, at: later + 31 })).toMatchObject({ status: 401 });
    const mail = await mailTo(me.email);
    expect(mail.subject).toBe("One of your sessions was ended");
    expect(mail.body.html).toContain("<h1");
    await refuseRefresh(me.refreshToken, later + 1);
    expect(await mailsTo(me.email)).toHaveLength(1);
  }
});

test("a token that never was one of the session's ends nothing", async () => {
  const [me, other] = [await somebody(), await somebody()];
  const [prefix = "", hint = ""] = me.refreshToken.split("_");
  const [, , secret = "", checksum] = other.refreshToken.split("_");
  await refuseRefresh([prefix, hint, secret, checksum].join("_"), START);
  // Well-formed, so that it is compared with the session's tokens.
  await refuseRefresh(opaqueToken(prefix, hint, secret), START);
  await refuseRefresh(`${me.refreshToken}x`, START);
  await refresh(me.refreshToken, START);
});

test("an account's refresh token ends after seven days without use", async () => {
  const day = 24 * 3600;
  const { refresh_token: unused, created_at } = await logInByCode(newEmail());
  expect(await refuseRefresh(unused, created_at + 7 * day)).toMatchObject({ status: 401 });
  let live = unused;
  let at = created_at;
  // Each use restarts the seven days.
  for (let count = 0; count < 3; count++) {
    at += 7 * day - 1;
    live = (await refresh(live, at)).refresh_token;
  }
  expect(await refuseRefresh(live, at + 7 * day)).toMatchObject({ status: 401 });
});

test("random schedules of several tabs end no session", async () => {
  expect(await seeded((random) => refreshFromTabs(random, 40))).toBeGreaterThan(40);
});
