import { expect, test } from "vitest";
import { publications, socialAccounts, socialCallbacks } from "#functions/engagement/social/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import {
  answerConnectPage,
  connectSandbox,
  consent,
  injectFault,
  waitForPublication,
} from "#test/support/social.ts";
import { eventually, mailTo, member, openStore, type TestStore } from "#test/support/world.ts";

const startSignIn = ({ id: storeId, owner }: TestStore, body: object = {}) =>
  ok(socialAccounts.connectSocialAccount, {
    params: { storeId },
    as: owner,
    body: { provider_type: "sandbox", ...body },
  });

const attemptOf = ({ id: storeId, owner }: TestStore, attemptId: string) =>
  ok(socialAccounts.getSocialConnection, { params: { storeId, attemptId }, as: owner });

test.concurrent("a single destination connects at once, and its tokens are in no answer", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const listed = await ok(socialAccounts.listSocialAccounts, {
    params: { storeId: store.id },
    as: store.owner,
  });
  expect(listed).toMatchObject([{ id: account.id, status: "connected", provider_type: "sandbox" }]);
  expect(JSON.stringify(listed)).not.toMatch(/s[ar]t_[0-9a-f]{8}/);
});

test.concurrent("several destinations wait for a choice, which is made once", async () => {
  const store = await openStore();
  const { authorization_url, attempt_id } = await startSignIn(store);
  await answerConnectPage(await consent(authorization_url, { destinations: "3" }));
  const waiting = await attemptOf(store, attempt_id);
  expect(waiting).toMatchObject({ status: "selection_required" });
  expect(waiting.options).toHaveLength(3);
  const pictures = new Set(waiting.options.map(({ avatar_url }) => avatar_url));
  expect([pictures.size, pictures.has(null)]).toEqual([3, false]);
  const [first, second] = waiting.options;
  const choose = (candidate_id = "") => ({
    params: { storeId: store.id },
    as: store.owner,
    body: { provider_type: "sandbox" as const, attempt_id, candidate_id },
  });
  const chosen = await ok(socialAccounts.selectSocialDestination, choose(first?.candidate_id));
  expect(chosen).toMatchObject({
    status: "connected",
    destination: { external_account_id: first?.candidate_id, avatar_url: first?.avatar_url },
  });
  const listed = await ok(socialAccounts.listSocialAccounts, {
    params: { storeId: store.id },
    as: store.owner,
  });
  expect(listed).toMatchObject([{ destination: { avatar_url: first?.avatar_url } }]);
  expect(await ok(socialAccounts.selectSocialDestination, choose(first?.candidate_id))).toEqual(chosen);
  expect(await refused(socialAccounts.selectSocialDestination, choose(second?.candidate_id))).toMatchObject({
    status: 409,
    error: "SOCIAL.ALREADY_SELECTED",
  });
});

test.concurrent("a callback connects only once, in time, unchanged and on its own network", async () => {
  const store = await openStore();
  const { authorization_url, attempt_id, state } = await startSignIn(store);
  const back = new URL(await consent(authorization_url));
  const code = back.searchParams.get("code") ?? "";
  const finish = (provider_type: string, query: Record<string, string>, at?: number) =>
    call(socialCallbacks.finishSocialConnection, {
      params: { provider_type },
      query,
      raw: "action=connect",
      ...(at ? { at } : {}),
    });
  await finish("x_account", { state, code });
  await finish("sandbox", { state: `${state.slice(0, -2)}AA`, code });
  await finish("sandbox", { code });
  await finish("sandbox", { state, code }, Date.now() / 1000 + 601);
  expect(await attemptOf(store, attempt_id)).toMatchObject({ status: "pending" });
  await finish("sandbox", { state, code });
  const connected = await attemptOf(store, attempt_id);
  expect(connected.status).toBe("connected");
  expect(String((await finish("sandbox", { state, code })).body)).toContain("used already");
});

test.concurrent("a returning browser must confirm on a page that no site can frame or submit", async () => {
  const store = await openStore();
  await ok(businesses.updateBusiness, {
    params: { businessId: store.id },
    as: store.owner,
    body: {
      name: "Instagram <b>security</b> check!",
      configs: { languages: [{ id: "de", isDefault: true }] },
    },
  });
  const { authorization_url, attempt_id } = await startSignIn(store, {
    return_url: "http://localhost:3000/social",
  });
  const callback = await consent(authorization_url);
  const page = await fetch(callback);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain(`Der Shop „Instagram b security b check“ (${store.key})`);
  expect(text).toContain("wenn Sie das selbst begonnen haben");
  expect(text).not.toMatch(/<script|<img|<b>/);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await attemptOf(store, attempt_id)).toMatchObject({ status: "pending" });
  const answers = await Promise.all([1, 2, 3].map(() => answerConnectPage(callback)));
  const sentOn = answers.map((answer) =>
    new URL(answer.headers.get("location") ?? "http://none").searchParams.get("status"),
  );
  expect(sentOn.filter((status) => status === "connected")).toHaveLength(1);
  expect(await attemptOf(store, attempt_id)).toMatchObject({ status: "connected" });
});

test.concurrent("cancelling on the page connects nothing and redirects the browser", async () => {
  const store = await openStore();
  const { authorization_url, attempt_id } = await startSignIn(store, {
    return_url: "http://localhost:3000/social",
  });
  const callback = await consent(authorization_url);
  const cancelled = await answerConnectPage(callback, "cancel");
  const location = new URL(cancelled.headers.get("location") ?? "");
  expect(Object.fromEntries(location.searchParams)).toEqual({ attempt_id, status: "failed" });
  await answerConnectPage(callback);
  expect(await attemptOf(store, attempt_id)).toMatchObject({ status: "failed" });
  const accounts = await ok(socialAccounts.listSocialAccounts, {
    params: { storeId: store.id },
    as: store.owner,
  });
  expect(accounts).toEqual([]);
});

test.concurrent("a sign-in belongs to the person who started it, and ends when they lose permission", async () => {
  const store = await openStore();
  const admin = await member(store.id, "admin");
  const { attempt_id } = await startSignIn(store);
  const params = { storeId: store.id, attemptId: attempt_id };
  expect((await refused(socialAccounts.getSocialConnection, { params, as: admin })).status).toBe(404);
});

test.concurrent("the browser returns only to allowed sites, and a refusal by the network is reported", async () => {
  const store = await openStore();
  const evil = { provider_type: "sandbox" as const, return_url: "https://evil.example/back" };
  const params = { storeId: store.id };
  const wrong = await refused(socialAccounts.connectSocialAccount, { params, as: store.owner, body: evil });
  expect(wrong.body.validationErrors[0]?.field).toBe("return_url");
  const { authorization_url, attempt_id } = await startSignIn(store, {
    return_url: "http://localhost:3000/social?x=1",
  });
  const back = await fetch(await consent(authorization_url, { decision: "deny" }), { redirect: "manual" });
  const location = new URL(back.headers.get("location") ?? "");
  expect(Object.fromEntries(location.searchParams)).toEqual({ x: "1", attempt_id, status: "failed" });
  const named = { params: { ...params, attemptId: attempt_id }, as: store.owner };
  expect(await ok(socialAccounts.getSocialConnection, named)).toMatchObject({
    status: "failed",
    options: [],
  });
});

test.concurrent("connecting a destination again keeps the account's id", async () => {
  const store = await openStore();
  const first = await connectSandbox(store);
  expect(await connectSandbox(store)).toEqual(first);
});

test.concurrent("deleting an account fails what is scheduled on it", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  const params = { storeId: store.id };
  const body = {
    social_account_id: account.id,
    content: { text: "Later" },
    scheduled_at: Math.floor(Date.now() / 1000) + 3600,
  };
  const { publication } = await ok(publications.createPublication, { params, as: store.owner, body });
  expect(publication.status).toBe("scheduled");
  await ok(socialAccounts.deleteSocialAccount, {
    params: { ...params, socialAccountId: account.id },
    as: store.owner,
  });
  expect(await waitForPublication(store, publication.id, "failed")).toMatchObject({
    error_code: "account_deleted",
  });
});

test.concurrent("a sign-in that the network rejects fails the post and mails the owner once", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "container", kind: "invalid_grant", times: 2 });
  const body = { social_account_id: account.id, content: { text: "Dead" }, publish: true };
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  expect(await waitForPublication(store, publication.id, "failed")).toMatchObject({
    error_code: "reconnect_required",
  });
  const [listed] = await ok(socialAccounts.listSocialAccounts, {
    params: { storeId: store.id },
    as: store.owner,
  });
  expect(listed?.status).toBe("reconnect_required");
  expect((await mailTo(store.owner.email)).subject).toContain("again");
});

test.concurrent("a token that is refused once is renewed, and the post goes on", async () => {
  const store = await openStore();
  const account = await connectSandbox(store);
  await injectFault({ account: account.page, step: "container", kind: "invalid_grant", times: 1 });
  const body = { social_account_id: account.id, content: { text: "Renewed" }, publish: true };
  const { publication } = await ok(publications.createPublication, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  await eventually(
    async () => (await waitForPublication(store, publication.id, "published")).status === "published",
  );
});
