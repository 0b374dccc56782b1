import { afterAll, expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { accessTo } from "#lib/engagement/social/credentials.ts";
import { sandbox } from "#lib/engagement/social/networks/sandbox.ts";
import type { Network } from "#lib/engagement/social/port.ts";
import { sealTokens } from "#lib/engagement/social/sealing.ts";
import { credentials } from "#lib/engagement/social/table.ts";
import { accountAt, NETWORKS, pointAt, postUnderFaults } from "#test/proofs/publishing.ts";
import { randomFrom, seeded } from "#test/support/random.ts";
import { connectSandbox } from "#test/support/social.ts";
import { openStore, testContext } from "#test/support/world.ts";

const before = { SOCIAL_APPS: process.env.SOCIAL_APPS, SOCIAL_HOSTS: process.env.SOCIAL_HOSTS };

afterAll(() => {
  Object.assign(process.env, {
    SOCIAL_APPS: before.SOCIAL_APPS ?? "{}",
    SOCIAL_HOSTS: before.SOCIAL_HOSTS ?? "{}",
  });
});

test.each(Object.entries(NETWORKS))(
  "%s: whatever fails and dies, an attempt posts once or not at all",
  async (_, open) => {
    const network = await open();
    pointAt(network);
    const account = await accountAt(network);
    const tally = { published: 0, failed: 0, unknown: 0, kills: 0 };
    await seeded(async (random) => {
      for (let index = 0; index < 3; index++) {
        await postUnderFaults(network, account, randomFrom(random.int(2 ** 31)), tally);
      }
    });
    network.stop();
    expect(tally.published + tally.failed + tally.unknown).toBe(3);
  },
);

test("twenty workers that need a new token renew it once, and all use the new one", async () => {
  const store = await openStore();
  const { id } = await connectSandbox(store);
  const now = Math.floor(Date.now() / 1000);
  const held = await credentials.find({ store_id: store.id, social_account_id: id });
  if (!held) throw new Error("There is no credential.");
  const first = await accessTo(testContext(), store.id, id);
  const network: Network = sandbox;
  const renew = network.refresh;
  let renewals = 0;
  network.refresh = async (...given) => {
    renewals += 1;
    if (!renew) throw new Error("The sandbox renews tokens.");
    return renew(...given);
  };
  const late = testContext({ now: () => now + 3500 });
  const all = await Promise.all(Array.from({ length: 20 }, () => accessTo(late, store.id, id)));
  network.refresh = renew;
  const after = await credentials.find({ store_id: store.id, social_account_id: id });
  expect(renewals).toBe(1);
  expect(after?.generation).toBe(held.generation + 1);
  const again = await accessTo(testContext(), store.id, id);
  expect(again.caller.token).not.toBe(first.caller.token);
  expect(new Set(all.map(({ caller }) => caller.token)).size).toBeLessThanOrEqual(2);
});

test("a passing failure to renew a token disconnects nothing, and loses no refresh token", async () => {
  const store = await openStore();
  const { id } = await connectSandbox(store);
  const held = await credentials.find({ store_id: store.id, social_account_id: id });
  if (!held) throw new Error("There is no credential.");
  const tokens = {
    access: "a",
    refresh: "r",
    obtained_at: 0,
    expires_at: 1,
    refresh_expires_at: null,
    scopes: [],
    owner: null,
  };
  await transact(testContext(), [
    credentials.replace(held, { ...held, tokens: await sealTokens(tokens, store.id, id) }),
  ]);
  const network: Network = sandbox;
  const renew = network.refresh;
  network.refresh = async () => {
    const { NetworkError } = await import("#lib/engagement/social/port.ts");
    throw new NetworkError("transient", "http_503", "Later.");
  };
  await expect(accessTo(testContext(), store.id, id)).rejects.toMatchObject({ trouble: "transient" });
  network.refresh = async () => ({ ...tokens, access: "b", refresh: null, obtained_at: 0, expires_at: null });
  expect((await accessTo(testContext(), store.id, id)).caller.token).toBe("b");
  network.refresh = renew;
  const { openTokens } = await import("#lib/engagement/social/sealing.ts");
  const kept = await credentials.find({ store_id: store.id, social_account_id: id });
  expect((await openTokens(kept?.tokens ?? "", store.id, id)).refresh).toBe("r");
});
