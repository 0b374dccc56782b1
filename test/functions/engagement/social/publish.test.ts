import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { HOUR } from "#core/seconds.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { publications, socialWorkers } from "#functions/engagement/social/routes.ts";
import { advanceAttempt, publishStep } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { PublicationStepList, type PublicationStepView } from "#lib/engagement/social/schema.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { retryTimes } from "#lib/engagement/social/times.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { standInForInstagram } from "#test/support/networks/instagram.ts";
import { standInForTiktok } from "#test/support/networks/tiktok.ts";
import {
  connectSandbox,
  feedOf,
  injectFault,
  publishText,
  waitForPublication,
} from "#test/support/social.ts";
import { eventually, openStore, type TestStore, testContext, workerContext } from "#test/support/world.ts";

const stepsOf = async ({ id: storeId, owner }: TestStore, publicationId: string) =>
  (await ok(publications.listPublicationSteps, { params: { storeId, publicationId }, as: owner })).items;

test.concurrent("a publication is posted exactly once, and its steps are listed", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const published = await publishText(store, account.id, "Guji, washed, is back.");
  expect(published).toMatchObject({
    attempt_count: 1,
    error_code: null,
    provider_post_id: expect.any(String),
  });
  expect(await feedOf(account.page)).toMatchObject([
    { id: published.provider_post_id, text: "Guji, washed, is back." },
  ]);
  const params = { storeId: store.id, publicationId: published.id };
  const { items } = await ok(publications.listPublicationSteps, { params, as: store.owner });
  expect(items).toMatchObject([
    { sequence: 1, type: "container", status: "succeeded", tries: 1 },
    { sequence: 2, type: "publish", status: "succeeded", irreversible: true, tries: 1 },
  ]);
});

test.concurrent("a due publication is announced when posting starts", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const later = Math.floor(Date.now() / 1000) + HOUR;
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body: { social_account_id: account.id, content: { text: "In time." }, scheduled_at: later },
  });
  const worker = socialWorkers.publishStep;
  const message = { store_id: store.id, publication_id: publication.id };
  await publishStep(
    workerContext(worker, () => later),
    message,
  );
  await waitForEvents(store, worker, ["publication.updated"]);
});

test.concurrent.each([
  { when: "during", kind: "error" },
  { when: "after", kind: "error" },
  { when: "during", kind: "timeout" },
] as const)("a call whose answer is lost is looked up, not repeated: $when $kind", async (how) => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "publish", times: 1, ...how });
  const published = await publishText(store, account.id, `Once, ${how.when} ${how.kind}`);
  const feed = await feedOf(account.page);
  expect(feed).toHaveLength(1);
  expect(published.provider_post_id).toBe(feed[0]?.id);
});

test.concurrent("a call that never arrived is looked up, and then fails", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "publish", when: "before" });
  const body = { social_account_id: account.id, content: { text: "Never heard" }, publish: true };
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  const failed = await waitForPublication(store, publication.id, "failed", "published", "unknown");
  expect(failed).toMatchObject({ status: "failed", error_code: "not_found" });
  expect(await stepsOf(store, publication.id)).toMatchObject([
    { status: "succeeded" },
    { status: "failed", provider_code: "not_found" },
  ]);
  expect(await feedOf(account.page)).toEqual([]);
});

test.concurrent("a refusal by the network fails at once, with the network's message", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "container", code: "rejected" });
  const body = { social_account_id: account.id, content: { text: "Refused" }, publish: true };
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  await waitForPublication(store, publication.id, "failed");
  expect((await stepsOf(store, publication.id))[0]).toMatchObject({ status: "rejected", tries: 1 });
});

test.concurrent("reversible steps are retried, and waiting for a rate limit uses up no try", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "container", when: "before", times: 2 });
  await injectFault({ account: account.page, step: "publish", kind: "rate_limit", reset_after: 1 });
  const body = { social_account_id: account.id, content: { text: "In the end" }, publish: true };
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  const params = { storeId: store.id, publicationId: publication.id };
  const steps = async () => (await ok(publications.listPublicationSteps, { params, as: store.owner })).items;
  const refused = await eventually(
    async () => (await steps()).find(({ provider_code }) => provider_code !== null),
    "a step that the network refused",
  );
  expect(refused).toMatchObject({ tries: expect.any(Number), lease_until: null });
  const published = await waitForPublication(store, publication.id, "published");
  expect(published.attempt_count).toBe(1);
  expect(await feedOf(account.page)).toHaveLength(1);
});

test.concurrent("a draft is stored with any content, but posted only if the network would accept it", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const params = { storeId: store.id };
  const as = store.owner;
  const content = { text: "x".repeat(501) };
  const draft = await ok(publications.createPublication, {
    params,
    as,
    body: { social_account_id: account.id, content },
  });
  expect(draft).toMatchObject({
    validation: { valid: false },
    publication: { status: "draft" },
    publish_requested: false,
  });
  const publicationId = draft.publication.id;
  const early = await refused(publications.publishPublication, {
    params: { ...params, publicationId },
    as,
    body: {},
  });
  expect(early.body.validationErrors).toMatchObject([{ field: "content.text" }]);
  await ok(publications.updatePublication, {
    params: { ...params, publicationId },
    as,
    body: { content: { text: "x".repeat(500) } },
  });
  const sent = await ok(publications.publishPublication, {
    params: { ...params, publicationId },
    as,
    body: {},
  });
  expect(sent).toMatchObject({ publish_requested: true, publication: { status: "publishing" } });
  await waitForPublication(store, publicationId, "published");
  const again = await refused(publications.publishPublication, {
    params: { ...params, publicationId },
    as,
    body: {},
  });
  expect(again).toMatchObject({ status: 409, error: "PUBLICATION.INVALID_STATUS" });
});

test.concurrent("an outcome that stays unclear is unknown, and deleting its record leaves the post", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "publish", when: "during" });
  await injectFault({ account: account.page, step: "lookup", times: 50 });
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body: { social_account_id: account.id, content: { text: "Heard, and never found" }, publish: true },
  });
  await waitForPublication(store, publication.id, "unknown");
  expect(await stepsOf(store, publication.id)).toMatchObject([
    { status: "succeeded" },
    { status: "unknown" },
  ]);
  // Look-ups continue, and find nothing.
  await eventually(async () => {
    const held = await attempts.find({ store_id: store.id, id: attemptId(publication.id, 1) });
    return (held?.look_up?.round ?? 0) >= retryTimes().rounds.length + 2;
  }, "two more look-ups");
  await ok(publications.deletePublication, {
    params: { storeId: store.id, publicationId: publication.id },
    as: store.owner,
  });
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params: { businessId: store.id },
    as: store.owner,
    query: { entity: `publication:${publication.id}`, limit: 100 },
  });
  expect(items.map(({ type }) => type)).toEqual([
    "publication.deleted",
    "publication.unknown",
    "publication.created",
  ]);
  expect(await feedOf(account.page)).toHaveLength(1);
});

test.concurrent("content is checked against its network's limits, scheduled, and cancelled before its time", async () => {
  const store = await openStore();
  const { id: social_account_id } = await connectSandbox(store);
  const as = store.owner;
  const params = { storeId: store.id };
  const body = { social_account_id, content: { text: "Tomorrow" } };
  expect(await ok(publications.validatePublication, { params, as, body })).toEqual({
    valid: true,
    errors: [],
    warnings: [],
  });
  const endless = { social_account_id, content: { text: "x".repeat(100_000 - 20) } };
  const faults = await ok(publications.validatePublication, { params, as, body: endless });
  expect(faults).toMatchObject({ valid: false, errors: [{ field: "text" }] });
  const { publication } = await ok(publications.createPublication, { params, as, body });
  const own = { params: { ...params, publicationId: publication.id }, as };
  const scheduled_at = Math.floor(Date.now() / 1000) + 86_400;
  const put = await ok(publications.schedulePublication, { ...own, body: { scheduled_at } });
  expect(put.publication).toMatchObject({ status: "scheduled", scheduled_at });
  // Repeating it changes nothing.
  for (let times = 0; times < 2; times++)
    expect((await ok(publications.cancelPublication, own)).status).toBe("cancelled");
});

test.concurrent("a post that may be online is posted again only if the caller confirms that it is not", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "publish", when: "before" });
  await injectFault({ account: account.page, step: "lookup", times: 50 });
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body: { social_account_id: account.id, content: { text: "Perhaps" }, publish: true },
  });
  await waitForPublication(store, publication.id, "unknown");
  const params = { storeId: store.id, publicationId: publication.id };
  const sent = { params, as: store.owner };
  const scheduled_at = Math.floor(Date.now() / 1000) + 3600;
  for (const confirm_not_posted of [undefined, null, false]) {
    const answers = await Promise.all([
      refused(publications.publishPublication, { ...sent, body: { confirm_not_posted } }),
      refused(publications.schedulePublication, { ...sent, body: { scheduled_at, confirm_not_posted } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, error: "PUBLICATION.INVALID_STATUS" });
  }
  const body = { scheduled_at, confirm_not_posted: true };
  expect(await ok(publications.schedulePublication, { ...sent, body })).toMatchObject({
    publication: { status: "scheduled" },
  });
});

test("a running step shows its lease, and a polled step shows the network's status", async () => {
  const network = await standInForInstagram();
  useStandIns(network);
  const store = await openStore();
  const account = await accountAtStandIn(network, undefined, { storeId: store.id });
  const began = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  const ctx = testContext({ clock: () => began });
  const { publication } = await createPublication(ctx, store.id, {
    social_account_id: account.accountId,
    content: network.content("Look", account.mediaId),
    publish: true,
  });
  const message = { store_id: store.id, attempt_id: attemptId(publication.id, 1) };
  const params = { storeId: store.id, publicationId: publication.id };
  const steps = async () => {
    const { body } = await invokeDirect(publications.listPublicationSteps, {
      params,
      token: store.owner.token,
    });
    return PublicationStepList.parse(JSON.parse(body)).items;
  };
  let during: PublicationStepView[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (...asked) => {
    if (during.every(({ lease_until }) => lease_until === null)) during = await steps();
    return fetch(...asked);
  };
  try {
    for (let turn = 0; turn < 6; turn++) {
      const time = began + turn * 3601;
      network.clock.now = () => time;
      await withRetries(() => advanceAttempt(testContext({ clock: () => time }), message));
    }
  } finally {
    globalThis.fetch = fetch;
    network.stop();
  }
  const held = during.find(({ lease_until }) => lease_until !== null);
  expect(held?.lease_until).toBeGreaterThan(held?.intent_at ?? 0);
  const after = await steps();
  expect(after.every(({ lease_until }) => lease_until === null)).toBe(true);
  expect(after.map(({ provider_status }) => provider_status)).toContain("FINISHED");
});

test("a video that the network still processes is a running step", async () => {
  const network = await standInForTiktok();
  useStandIns(network);
  const store = await openStore();
  const account = await accountAtStandIn(network, undefined, { storeId: store.id });
  const began = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => began;
  const ctx = testContext({ clock: () => began });
  const { publication } = await createPublication(ctx, store.id, {
    social_account_id: account.accountId,
    content: network.content("Look", account.mediaId),
    publish: true,
  });
  await advanceAttempt(ctx, { store_id: store.id, attempt_id: attemptId(publication.id, 1) });
  network.stop();
  expect((await stepsOf(store, publication.id)).at(-1)).toMatchObject({ status: "processing", tries: 1 });
});
