import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { retryTimes } from "#lib/engagement/social/times.ts";
import { AHEAD_SECONDS, newPublishingTotals, postAndDie, postUnderFaults } from "#test/proofs/publishing.ts";
import { type Account, accountAtStandIn, NETWORKS, useStandIns } from "#test/proofs/social-accounts.ts";
import { standInForInstagram } from "#test/support/networks/instagram.ts";
import { type StandIn, serveTogether } from "#test/support/networks/stand-in.ts";
import { randomFrom, seeded } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

test.each(Object.entries(NETWORKS))("%s: an attempt posts at most once, whatever fails", async (_, open) => {
  const network = await open();
  useStandIns(network);
  const account = await accountAtStandIn(network);
  const tally = newPublishingTotals();
  await seeded(async (random) => {
    for (let index = 0; index < 2; index++) {
      await postUnderFaults(network, account, randomFrom(random.int(2 ** 31)), tally);
    }
  });
  network.stop();
  expect(tally.published + tally.failed + tally.unknown).toBe(2);
});

test.each(Object.entries(NETWORKS))(
  "%s: a post whose worker died is found at the network and never posted again",
  async (_, open) => {
    const network = await open();
    useStandIns(network);
    await postAndDie(network, await accountAtStandIn(network));
    network.stop();
  },
);

/** An account of a network whose clock is moved by hand, and attempts there for one worker. */
async function workAt(open: () => Promise<StandIn>) {
  const network = await open();
  useStandIns(network);
  const { storeId, accountId: social_account_id, mediaId } = await accountAtStandIn(network);
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => time;
  const ctx = () => testContext({ clock: () => time });
  /** Works on a new publication until it ends or is unknown; returns it with the times of its look-ups. */
  const publish = async (text: string) => {
    const body = { social_account_id, content: network.content(text, mediaId), publish: true };
    const { publication } = await createPublication(ctx(), storeId, body);
    const key = { store_id: storeId, id: attemptId(publication.id, 1) };
    const rounds: number[] = [];
    for (let turns = 0; turns < 40; turns++) {
      const found = await attempts.find(key);
      const now = await getPublication(ctx(), storeId, publication.id);
      if (found?.status !== "running" || now.status === "unknown") break;
      time = Math.max(time, found.waits_until);
      if (found.look_up) rounds.push(time - found.look_up.since);
      await advanceAttempt(ctx(), { store_id: storeId, attempt_id: key.id });
    }
    return { rounds, ended: await getPublication(ctx(), storeId, publication.id) };
  };
  return { network, publish };
}

test.each(Object.entries(NETWORKS))(
  "%s: a post that never arrived is looked up in every round before it fails",
  async (_, open) => {
    const { network, publish } = await workAt(open);
    network.faults.set("publish", ["before"]);
    const { rounds, ended } = await publish("Unheard");
    network.stop();
    expect(rounds).toEqual(retryTimes().rounds);
    expect(ended).toMatchObject({ status: "failed", error_code: "not_found" });
    expect(network.count("Unheard")).toBe(0);
  },
);

test.each(Object.entries(NETWORKS))(
  "%s: a post is unknown, not failed, when one look-up could not be made",
  async (_, open) => {
    const { network, publish } = await workAt(open);
    network.faults.set("publish", ["before"]);
    network.faults.set("lookup", ["before"]);
    const { ended } = await publish("Unheard, and not asked for once");
    network.stop();
    expect(ended.status).toBe("unknown");
    expect(ended.error_message).toMatch(/look-up after the step \w+ answered \S+ at \d{4}-\d\d-\d\dT/);
  },
);

test.each(Object.entries(NETWORKS))(
  "%s: another publication's post with the same text is not taken for its own",
  async (_, open) => {
    const { network, publish } = await workAt(open);
    const { ended: first } = await publish("Twice the same");
    network.faults.set("publish", ["before"]);
    const { ended: second } = await publish("Twice the same");
    network.stop();
    expect([first.status, second.status, network.count("Twice the same")]).toEqual([
      "published",
      "failed",
      1,
    ]);
  },
);

/** Seconds after which each network says that it accepts calls again. */
const PAUSES = {
  facebook_page: 7 * 60,
  instagram_business: 7 * 60,
  youtube_channel: 60,
  tiktok_account: 60,
  x_account: 300,
} as const;

test.each(Object.entries(NETWORKS))(
  "%s: a rate-limited call waits for the reset, uses up no try, and delays no other account",
  async (type, open) => {
    const [busy, other] = [await open(), await open()];
    const together = await serveTogether([busy, other]);
    useStandIns({ origins: busy.origins, url: together.url });
    const start = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
    let time = start;
    for (const network of [busy, other]) network.clock.now = () => time;
    const ctx = () => testContext({ clock: () => time });
    const begin = async ({ storeId, accountId, mediaId }: Account, text: string) => {
      const body = { social_account_id: accountId, content: busy.content(text, mediaId), publish: true };
      const { publication } = await createPublication(ctx(), storeId, body);
      const message = { store_id: storeId, attempt_id: attemptId(publication.id, 1) };
      return {
        goOn: () => withRetries(() => advanceAttempt(ctx(), message)),
        look: () => getPublication(ctx(), storeId, publication.id),
        attempt: () => attempts.find({ store_id: storeId, id: message.attempt_id }),
      };
    };
    const slow = await begin(await accountAtStandIn(busy), "Slow");
    const quick = await begin(await accountAtStandIn(other), "Quick");
    for (const step of ["publish", "reversible"] as const) busy.faults.set(step, ["limited"]);
    time += 1;
    await slow.goOn();
    const waiting = await slow.attempt();
    const pause = PAUSES[type as keyof typeof PAUSES];
    expect(waiting).toMatchObject({ status: "running", look_up: null, waits_until: time + pause });
    expect(waiting?.steps.map(({ tries }) => tries)).toEqual(waiting?.steps.map(() => 0));
    for (let turn = 0; turn < 6 && (await quick.attempt())?.status === "running"; turn++) {
      await quick.goOn();
      time += 8;
    }
    const resumes = waiting?.waits_until ?? 0;
    expect(time).toBeLessThan(resumes);
    expect((await quick.look()).status).toBe("published");
    // Until then it calls nothing, whatever wakes it.
    const asked = busy.calls.length;
    time = resumes - 1;
    await slow.goOn();
    expect(busy.calls.length).toBe(asked);
    for (let turn = 0; turn < 12 && (await slow.attempt())?.status === "running"; turn++) {
      time += pause + 1;
      await slow.goOn();
    }
    expect(await slow.look()).toMatchObject({ status: "published", attempt_count: 1 });
    expect([busy.count("Slow"), other.count("Quick")]).toEqual([1, 1]);
    for (const { stop } of [busy, other, together]) stop();
  },
);

test("Instagram's daily limit is waited for before a container is created", async () => {
  const network = await standInForInstagram();
  useStandIns(network);
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => time;
  const ctx = () => testContext({ clock: () => time });
  const { storeId, accountId: social_account_id, mediaId } = await accountAtStandIn(network);
  const body = { social_account_id, content: network.content("Quota", mediaId), publish: true };
  const { publication } = await createPublication(ctx(), storeId, body);
  const message = { store_id: storeId, attempt_id: attemptId(publication.id, 1) };
  Object.assign(network.quota, { used: 50, total: 50 });
  for (let hours = 0; hours < 8; hours++) {
    time += 3601;
    await withRetries(() => advanceAttempt(ctx(), message));
  }
  const waiting = await attempts.find({ store_id: storeId, id: message.attempt_id });
  expect(waiting?.steps[0]).toMatchObject({ type: "quota", tries: 0, provider_code: "publishing_limit" });
  expect(network.calls.every(({ path }) => path.endsWith("/content_publishing_limit"))).toBe(true);
  network.quota.used = 49;
  for (let turn = 0; turn < 4; turn++) {
    time += 3601;
    await withRetries(() => advanceAttempt(ctx(), message));
  }
  expect(await getPublication(ctx(), storeId, publication.id)).toMatchObject({
    status: "published",
    attempt_count: 1,
  });
  network.stop();
});
