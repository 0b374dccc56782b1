import { afterEach, expect, test, vi } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { newsletterSends, newsletters } from "#functions/delivery/newsletters/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { comments } from "#functions/engagement/comments/routes.ts";
import { publications, socialAccounts } from "#functions/engagement/social/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { subscriptions } from "#functions/money/subscriptions/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { publications as publicationTable } from "#lib/engagement/social/table.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { openNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { callHandler, TEST_PLANS } from "#test/support/plans.ts";
import { inParallel } from "#test/support/random.ts";
import {
  answerConnectPage,
  connectSandbox,
  consent,
  injectFault,
  publishText,
  writeComment,
} from "#test/support/social.ts";
import { openStore, somebody, testContext } from "#test/support/world.ts";

// Error codes for rare situations. Each is provoked once.

afterEach(() => vi.unstubAllEnvs());

const refusal = (status: number, error: string) => ({ status, error });

test("an account has a hundred API tokens at most: API_TOKEN.LIMIT_REACHED", async () => {
  const as = await somebody();
  const make = { as, body: { name: "one of many" } };
  for (let count = 0; count < 100; count++) await ok(accounts.createApiToken, make);
  expect(await refused(accounts.createApiToken, make)).toMatchObject(refusal(400, "API_TOKEN.LIMIT_REACHED"));
});

test("networks of businesses have a maximum depth: BUSINESS.NETWORK_TOO_DEEP", async () => {
  const as = await somebody();
  const line = await inParallel(52, 8, () => openStore(as));
  const [leaf, first] = line;
  for (const [index, { id }] of line.slice(0, -1).entries()) {
    if (index === 0) continue;
    const stored = await tenants.get({ id }, GENERAL.NOT_FOUND());
    const networkId = line[index + 1]?.id ?? null;
    await transact(testContext(), [tenants.replace(stored, { ...stored, networkId })]);
  }
  const params = { businessId: leaf?.id ?? "" };
  const reply = await refused(businesses.updateBusiness, { params, as, body: { networkKey: first?.key } });
  expect(reply).toMatchObject(refusal(400, "BUSINESS.NETWORK_TOO_DEEP"));
});

test("a node needs an existing parent: NODE.PARENT_NOT_FOUND", async () => {
  const { id: storeId, owner: as } = await openStore();
  const body = { key: "child", parent_id: "node_none" };
  const reply = await refused(nodes.createNode, { params: { storeId }, as, body });
  expect(reply).toMatchObject(refusal(400, "NODE.PARENT_NOT_FOUND"));
});

test("webhooks have a limit, and disabled ones get no retry: WEBHOOK.TOO_MANY, DISABLED", async () => {
  const { id: storeId, owner: as } = await openStore();
  const make = () => ({
    params: { storeId },
    as,
    body: { url: inspectorAddress().url, events: ["form.created"], enabled: false },
  });
  const first = await ok(webhooks.createWebhook, make());
  const params = { storeId, webhookId: first.id };
  const again = await refused(webhooks.resendWebhookEvents, { params, as, body: { from: 1, to: 2 } });
  expect(again).toMatchObject(refusal(409, "WEBHOOK.DISABLED"));
  for (let count = 1; count < 50; count++) await ok(webhooks.createWebhook, make());
  expect(await refused(webhooks.createWebhook, make())).toMatchObject(refusal(400, "WEBHOOK.TOO_MANY"));
});

test("newsletters have errors of their own: NEWSLETTER.NOT_FOUND, PAYMENT_REQUIRED, NOT_SENT", async () => {
  const letter = await openNewsletter();
  const { businessId, owner: as, collectionId, paid } = letter;
  const entryId = await writeEntry(letter);
  const sending = { params: { businessId, entryId }, as };
  expect(await refused(newsletterSends.getSend, sending)).toMatchObject(refusal(404, "NEWSLETTER.NOT_SENT"));
  expect(await refused(newsletterSends.cancelSend, sending)).toMatchObject(
    refusal(404, "NEWSLETTER.NOT_SENT"),
  );
  const subscribing = {
    params: { businessId, collectionId },
    // The plan's price is in dollars, but the market's currency is the euro.
    body: { id: collectionId, email: "grace@example.com", market: "eu", plan_id: paid },
  };
  expect(await refused(newsletters.subscribe, subscribing)).toMatchObject(
    refusal(400, "NEWSLETTER.PAYMENT_REQUIRED"),
  );
  const plain = await ok(businessCollections.createBusinessCollection, {
    params: { businessId },
    as,
    body: { name: "No letters", type: "DEFAULT", blocks: [], statuses: [{ status: "PUBLISHED" }] } as never,
  });
  const wrong = { ...subscribing.body, id: plain.id };
  expect(
    await refused(newsletters.subscribe, { params: { businessId, collectionId: plain.id }, body: wrong }),
  ).toMatchObject(refusal(400, "NEWSLETTER.NOT_FOUND"));
});

test("a store's last market cannot be deleted: MARKET.LAST", async () => {
  const { id: storeId, owner: as } = await openStore();
  const { items } = await ok(markets.listMarkets, { params: { storeId }, as });
  const [last, ...others] = items.map(({ id }) => id);
  for (const marketId of others) await ok(markets.deleteMarket, { params: { storeId, marketId }, as });
  const params = { storeId, marketId: last ?? "" };
  expect(await refused(markets.deleteMarket, { params, as })).toMatchObject(refusal(400, "MARKET.LAST"));
});

test("connecting a social account needs a configured network and a pending sign-in", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  const connect = (provider_type: "sandbox" | "x_account") =>
    ({ params, as, body: { provider_type } }) as const;
  expect(await refused(socialAccounts.connectSocialAccount, connect("x_account"))).toMatchObject(
    refusal(400, "SOCIAL.NOT_CONFIGURED"),
  );
  const signIn = await ok(socialAccounts.connectSocialAccount, connect("sandbox"));
  await answerConnectPage(await consent(signIn.authorization_url, { destinations: "2" }));
  const choose = (attempt_id: string, at?: number) =>
    refused(socialAccounts.selectSocialDestination, {
      params,
      as,
      body: { provider_type: "sandbox", attempt_id, candidate_id: "nowhere" },
      ...(at === undefined ? {} : { at }),
    });
  expect(await choose("none")).toMatchObject(refusal(404, "SOCIAL.ATTEMPT_NOT_FOUND"));
  expect(await choose(signIn.attempt_id)).toMatchObject(refusal(404, "SOCIAL.ATTEMPT_NOT_FOUND"));
  const openSignIn = await ok(socialAccounts.connectSocialAccount, connect("sandbox"));
  expect(await choose(openSignIn.attempt_id)).toMatchObject(refusal(409, "SOCIAL.ATTEMPT_EXPIRED"));
  const unknown = { params: { storeId, socialAccountId: "social_none" }, as };
  expect(await refused(socialAccounts.deleteSocialAccount, unknown)).toMatchObject(
    refusal(404, "GENERAL.NOT_FOUND"),
  );
});

test("a network that cannot hide comments answers SOCIAL.NOT_SUPPORTED", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const account = await connectSandbox(store);
  const { publication } = await ok(publications.createPublication, {
    params: { storeId },
    as,
    body: { social_account_id: account.id, content: { text: "Hello" } },
  });
  const stored = await publicationTable.get({ store_id: storeId, id: publication.id }, GENERAL.NOT_FOUND());
  const elsewhere = { ...stored, provider_type: "tiktok_account" as const };
  await transact(testContext(), [publicationTable.replace(stored, elsewhere)]);
  const params = { storeId, publicationId: publication.id, commentId: "comment_none" };
  expect(await refused(comments.hideComment, { params, as, body: { hidden: true } })).toMatchObject(
    refusal(400, "SOCIAL.NOT_SUPPORTED"),
  );
});

test("without billing no plan can be chosen: BUSINESS.NO_BILLING", async () => {
  const { id: businessId, owner } = await openStore();
  vi.stubEnv("PLANS", JSON.stringify(TEST_PLANS));
  vi.stubEnv("SANDBOX_PAYMENTS", "0");
  const shop = "http://localhost:3000";
  const chosen = await callHandler(subscriptions.subscribeToPlan, {
    params: { businessId },
    token: owner.token,
    body: { planId: "pro", successUrl: `${shop}/done`, cancelUrl: `${shop}/plans` },
  });
  expect([chosen.status, chosen.body.error]).toEqual([400, "BUSINESS.NO_BILLING"]);
});

test("publications and comments must be distinct, existing, and have one open reply", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const account = await connectSandbox(store);
  const draft = {
    params: { storeId },
    as,
    body: { social_account_id: account.id, key: "same", content: { text: "Hello" } },
  };
  await ok(publications.createPublication, draft);
  expect(await refused(publications.createPublication, draft)).toMatchObject(
    refusal(409, "PUBLICATION.KEY_TAKEN"),
  );
  const missing = { params: { storeId, publicationId: "pub_none" }, as };
  expect(await refused(publications.getPublication, missing)).toMatchObject(
    refusal(404, "GENERAL.NOT_FOUND"),
  );
  const { id: publicationId, provider_post_id: post } = await publishText(store, account.id, "Ask us");
  await writeComment(post ?? "", "When do you open?");
  await ok(comments.syncEngagement, { params: { storeId }, as, body: {} });
  const [found] = (await ok(comments.listComments, { params: { storeId, publicationId }, as })).items;
  const of = (commentId: string) => ({ storeId, publicationId, commentId });
  const hide = (commentId: string) =>
    refused(comments.hideComment, { params: of(commentId), as, body: { hidden: true } });
  expect(await hide("comment_none")).toMatchObject(refusal(404, "GENERAL.NOT_FOUND"));
  await injectFault({ account: account.page, step: "hide", kind: "rate_limit", reset_after: 600 });
  expect(await hide(found?.id ?? "")).toMatchObject(refusal(429, "SOCIAL.QUOTA"));
  await injectFault({ account: account.page, step: "hide", code: "rejected" });
  expect(await hide(found?.id ?? "")).toMatchObject(refusal(502, "SOCIAL.NETWORK_ERROR"));
  await injectFault({ account: account.page, step: "reply", kind: "rate_limit", reset_after: 600 });
  const reply = (text: string, reply_id: string) => ({
    params: of(found?.id ?? ""),
    as,
    body: { text, reply_id },
  });
  await ok(comments.replyToComment, reply("At nine.", "one"));
  expect(await refused(comments.replyToComment, reply("At ten.", "one"))).toMatchObject(
    refusal(409, "COMMENT.REPLY_ID_REUSED"),
  );
  expect(await refused(comments.replyToComment, reply("At nine.", "two"))).toMatchObject(
    refusal(409, "COMMENT.REPLY_RUNNING"),
  );
  // The refreshed token is refused again.
  await injectFault({ account: account.page, step: "hide", kind: "invalid_grant", times: 5 });
  expect(await hide(found?.id ?? "")).toMatchObject(refusal(409, "SOCIAL.RECONNECT_REQUIRED"));
});
