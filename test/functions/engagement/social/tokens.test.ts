import { expect, test } from "vitest";
import { HOUR } from "#core/seconds.ts";
import { accessTo } from "#lib/engagement/social/credentials.ts";
import { openTokens } from "#lib/engagement/social/sealing.ts";
import { accounts, credentials } from "#lib/engagement/social/table.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { standInForTiktok } from "#test/support/networks/tiktok.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { standInForYoutube } from "#test/support/networks/youtube.ts";
import { eventually, mailsTo, openStore, testContext } from "#test/support/world.ts";

const WORKERS = 20;

const renewable = [
  { name: "YouTube", open: standInForYoutube },
  { name: "TikTok", open: standInForTiktok },
  { name: "X", open: standInForX },
];

async function openAccount(open: () => Promise<StandIn>) {
  const network = await open();
  useStandIns(network);
  const store = await openStore();
  const { accountId } = await accountAtStandIn(network, undefined, { seconds: HOUR, storeId: store.id });
  const key = { store_id: store.id, social_account_id: accountId };
  const now = Math.floor(Date.now() / 1000);
  const use = (after: number, refused?: number) =>
    accessTo(testContext({ now: () => now + after }), store.id, accountId, refused);
  const stored = async () => {
    const found = await credentials.find(key);
    return openTokens(found?.tokens ?? "", store.id, accountId);
  };
  const status = async () => (await accounts.find({ store_id: store.id, id: accountId }))?.status;
  return { network, store, use, stored, status, key };
}

test.each(renewable)("$name: 20 workers renew a token once, and each gets a valid one", async ({ open }) => {
  const { network, use, stored, key } = await openAccount(open);
  const first = (await use(0)).caller.token;
  const all = await Promise.all(Array.from({ length: WORKERS }, () => use(HOUR + 1)));
  expect(network.renewals()).toBe(1);
  const { access, refresh } = await stored();
  expect(new Set(all.map(({ caller }) => caller.token))).toEqual(new Set([access]));
  expect(access).not.toBe(first);
  expect((await credentials.find(key))?.generation).toBe(2);
  // The stored refresh token is valid, as the next renewal shows.
  expect(refresh).not.toBeNull();
  const { generation } = await use(HOUR);
  await Promise.all(Array.from({ length: WORKERS }, () => use(HOUR, generation)));
  expect(network.renewals()).toBe(2);
  network.stop();
});

test.each(["before", "after", "limited"] as const)(
  "a renewal that fails temporarily disconnects nothing: %s",
  async (fate) => {
    const { network, use, stored, status } = await openAccount(standInForYoutube);
    const first = await stored();
    network.faults.set("token", [fate]);
    // The current token is used while it is still valid.
    expect((await use(HOUR - 600)).caller.token).toBe(first.access);
    network.faults.set("token", [fate]);
    await expect(use(HOUR + 1)).rejects.toMatchObject({ name: "NetworkError" });
    expect([await status(), (await stored()).refresh]).toEqual(["connected", first.refresh]);
    expect((await use(HOUR + 2)).caller.token).toBe((await stored()).access);
    expect(network.renewals()).toBe(fate === "after" ? 3 : 1);
    network.stop();
  },
);

test("a permanently refused renewal asks for a new sign-in and mails the owner once", async () => {
  const { network, store, use, status } = await openAccount(async () => ({
    ...(await standInForX()),
    refresh: "taken-back",
  }));
  const all = await Promise.allSettled(Array.from({ length: WORKERS }, () => use(HOUR + 1)));
  expect(all.every((each) => each.status === "rejected" && each.reason.trouble === "reconnect")).toBe(true);
  await Promise.allSettled([use(HOUR + 100), use(2 * HOUR)]);
  expect(await status()).toBe("reconnect_required");
  const mails = async () =>
    (await mailsTo(store.owner.email)).filter(({ subject }) => subject.includes("again"));
  await eventually(async () => (await mails()).length > 0);
  expect(await mails()).toHaveLength(1);
  network.stop();
});
