// Alone: its client of Bedrock asks a server of its own.
import { expect, test, vi } from "vitest";
import { comments } from "#functions/engagement/comments/routes.ts";
import { networkOf } from "#lib/engagement/social/registry.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { standInForModel } from "#test/support/model.ts";
import {
  connectSandbox,
  deleteComment,
  feedOf,
  injectFault,
  publishText,
  writeComment,
} from "#test/support/social.ts";
import { eventually, openStore } from "#test/support/world.ts";

async function openPublication() {
  const store = await openStore();
  const account = await connectSandbox(store);
  const publication = await publishText(store, account.id, "Ask us anything");
  const post = publication.provider_post_id ?? "";
  const params = { storeId: store.id };
  const sync = (body: object = {}) => ok(comments.syncEngagement, { params, as: store.owner, body });
  return { store, account, publication, post, params, as: store.owner, sync };
}

test.concurrent("a sync stores each comment once, within its limits, and reads the metrics", async () => {
  const { publication, post, params, as, sync } = await openPublication();
  for (let index = 0; index < 5; index++) await writeComment(post, `Comment ${index}`);
  const first = await sync({ max_comments_per_publication: 3 });
  expect(first).toMatchObject({ publications_scanned: 1, comments_synced: 3, metrics_synced: 1, errors: [] });
  await sync();
  await sync();
  const of = { params: { ...params, publicationId: publication.id }, as };
  expect((await ok(comments.listComments, of)).items).toHaveLength(5);
  expect(await ok(comments.getPublicationMetrics, of)).toMatchObject({ metrics: { comments: 5 } });
  const body = { max_publications: 101 };
  expect((await refused(comments.syncEngagement, { params, as, body })).status).toBe(400);
  expect((await sync({ publication_ids: ["pub_nobody"] })).skipped_publication_ids).toEqual(["pub_nobody"]);
});

test.concurrent("a comment that its network no longer lists is deleted, unless the list is incomplete", async () => {
  const { post, params, as, sync, publication } = await openPublication();
  const ids = [];
  for (const text of ["First", "Second", "Third"]) ids.push(await writeComment(post, text));
  await sync();
  const [gone = ""] = ids;
  await deleteComment(post, gone);
  const later = Math.floor(Date.now() / 1000) + 60;
  const read = (body: object) => ok(comments.syncEngagement, { params, as, body, at: later });
  const deleted = async () =>
    (await ok(comments.listAllComments, { params, as, query: { status: "deleted" } })).items;
  // Comments that were not read may still exist.
  await read({ max_comments_per_publication: 1 });
  expect(await deleted()).toEqual([]);
  await read({});
  expect(await deleted()).toMatchObject([{ text: "First", provider_comment_id: gone }]);
  const of = { params: { ...params, publicationId: publication.id }, as };
  expect((await ok(comments.listComments, of)).items.map(({ status }) => status).sort()).toEqual([
    "deleted",
    "open",
    "open",
  ]);
  // X lists only replies of the last seven days, so one that is missing may still exist.
  expect((await networkOf("x_account")).listsAllComments).toBeFalsy();
});

test.concurrent("a reply is shown as processing until its outcome at the network is known", async () => {
  const { publication, post, params, as, sync, account } = await openPublication();
  await writeComment(post, "Do you ship to Spain?");
  await sync();
  const of = { ...params, publicationId: publication.id };
  const [found] = (await ok(comments.listComments, { params: of, as })).items;
  await injectFault({ account: account.page, step: "reply", kind: "rate_limit", reset_after: 3600 });
  const sent = {
    params: { ...of, commentId: found?.id ?? "" },
    as,
    body: { text: "We do.", reply_id: "r-1" },
  };
  await ok(comments.replyToComment, sent);
  const reply = await eventually(async () => {
    const said = await ok(comments.replyToComment, sent);
    return said.reply.status !== "requested" && said;
  }, "the reply to be sent");
  expect(reply).toMatchObject({ reply: { status: "processing" }, comment: { reply_status: "processing" } });
  const another = { ...sent, body: { text: "Yes." } };
  expect((await refused(comments.replyToComment, another)).status).toBe(409);
});

test.concurrent("opening a thread stores its replies below their comment", async () => {
  const { publication, post, params, as, sync } = await openPublication();
  const top = await writeComment(post, "When do you open?");
  await writeComment(post, "Yes, when?", top);
  await sync();
  const of = { ...params, publicationId: publication.id };
  const [root] = (await ok(comments.listComments, { params: of, as })).items;
  const thread = await ok(comments.readThread, { params: { ...of, commentId: root?.id ?? "" }, as });
  expect(thread.items).toMatchObject([
    { text: "Yes, when?", depth: 1, parent_comment_id: root?.id, root_comment_id: root?.id },
  ]);
  expect(thread.comment.synced_reply_count).toBe(1);
  expect((await ok(comments.listComments, { params: of, as })).items).toHaveLength(1);
});

test.concurrent.each([comments.syncEngagement, comments.readThread])(
  "a sign-in that the network rejects is reported by $id",
  async ({ id }) => {
    const { store, account, publication, post, params, as, sync } = await openPublication();
    await writeComment(post, "When do you open?");
    await sync();
    const of = { ...params, publicationId: publication.id };
    const [root] = (await ok(comments.listComments, { params: of, as })).items;
    await injectFault({ account: account.page, step: "comments", kind: "invalid_grant", times: 2 });
    if (id === comments.syncEngagement.id) expect((await sync()).errors).toHaveLength(1);
    else await call(comments.readThread, { params: { ...of, commentId: root?.id ?? "" }, as });
    await waitForEvents(store, { id }, ["social_account.reconnect_required"]);
  },
);

test.concurrent.each(["during", "after", undefined] as const)(
  "a reply is posted once, even if the answer of the network is lost (%s)",
  async (when) => {
    const { publication, post, params, as, sync, account } = await openPublication();
    await writeComment(post, "Do you ship to Spain?");
    await sync();
    const of = { ...params, publicationId: publication.id };
    const [found] = (await ok(comments.listComments, { params: of, as })).items;
    const commentId = found?.id ?? "";
    if (when) await injectFault({ account: account.page, step: "reply", when });
    const body = { text: "We do.", reply_id: "r-1" };
    const asked = await ok(comments.replyToComment, { params: { ...of, commentId }, as, body });
    expect(asked.reply).toMatchObject({ status: "requested", provider_comment_id: null });
    await ok(comments.replyToComment, { params: { ...of, commentId }, as, body });
    await eventually(async () => {
      const [now] = (await ok(comments.listComments, { params: of, as })).items;
      return now?.reply_status === "succeeded" && now.status === "replied";
    });
    const written = (await feedOf(account.page))[0]?.comments.filter(({ by_account }) => by_account);
    expect(written).toMatchObject([{ text: "We do." }]);
    const { reply } = await ok(comments.replyToComment, { params: { ...of, commentId }, as, body });
    expect(reply).toMatchObject({ status: "succeeded", provider_comment_id: written?.[0]?.id });
    // The sandbox tells the URL of a reply only in its answer.
    if (when === undefined) expect(reply.provider_comment_url).toContain(`#${written?.[0]?.id}`);
  },
);

test.concurrent.each([
  { came: "failed", faults: [{ step: "reply", code: "rejected" }] },
  {
    came: "unknown",
    faults: [
      { step: "reply", when: "during" },
      { step: "lookup", times: 50 },
    ],
  },
] as const)("a reply that is $came is shown so on its comment, and when it is repeated", async (how) => {
  const { publication, post, params, as, sync, account } = await openPublication();
  await writeComment(post, "Do you ship to Spain?");
  await sync();
  const of = { ...params, publicationId: publication.id };
  const [found] = (await ok(comments.listComments, { params: of, as })).items;
  for (const each of how.faults) await injectFault({ account: account.page, ...each });
  const body = { text: "We do.", reply_id: "r-1" };
  const asked = { params: { ...of, commentId: found?.id ?? "" }, as, body };
  await ok(comments.replyToComment, asked);
  await eventually(async () => {
    const [now] = (await ok(comments.listAllComments, { params, as })).items;
    return now?.reply_status === how.came && now.status === "open";
  }, `a reply that is ${how.came}`);
  expect((await ok(comments.replyToComment, asked)).reply.status).toBe(how.came);
});

test.concurrent("a comment is hidden, shown again, and classified by its text", async () => {
  const { publication, post, params, as, sync, account } = await openPublication();
  await writeComment(post, "Earn money fast, click the link in bio");
  await writeComment(post, "Wie viel kostet der Versand?");
  await sync();
  const of = { ...params, publicationId: publication.id };
  const sorted = await ok(comments.classifyComments, {
    params,
    as,
    body: { publication_id: publication.id },
  });
  expect(sorted).toMatchObject({ comments_scanned: 2, comments_classified: 2 });
  expect(
    sorted.comments
      .map(({ classification_intent, classification_model }) => [classification_intent, classification_model])
      .sort(),
  ).toEqual([
    ["question", "embedded-default"],
    ["spam", "embedded-default"],
  ]);
  const spam = (await ok(comments.listAllComments, { params, as, query: { intent: "spam" } })).items;
  expect(spam).toHaveLength(1);
  const commentId = spam[0]?.id ?? "";
  const hidden = await ok(comments.hideComment, { params: { ...of, commentId }, as, body: { hidden: true } });
  expect(hidden.comment.status).toBe("hidden");
  expect((await feedOf(account.page))[0]?.comments.filter((each) => each.hidden)).toHaveLength(1);
  await ok(comments.hideComment, { params: { ...of, commentId }, as, body: { hidden: false } });
  expect((await sync()).comments.every(({ status }) => status === "open")).toBe(true);
});

test.concurrent("a comment shows its author's name, and a thread that cannot be read says why", async () => {
  const { publication, post, params, as, sync, account } = await openPublication();
  const top = await writeComment(post, "When do you open?");
  for (const text of ["Yes, when?", "At nine?"]) await writeComment(post, text, top);
  await writeComment(post, "Nice");
  await sync();
  const first = await ok(comments.listAllComments, { params, as, query: { limit: 1 } });
  const rest = await ok(comments.listAllComments, {
    params,
    as,
    query: { limit: 1, cursor: first.cursor ?? "" },
  });
  const all = [...first.items, ...rest.items];
  expect(all.map(({ author_name, author_handle }) => [author_name, author_handle])).toEqual([
    ["Grace", "grace"],
    ["Grace", "grace"],
  ]);
  const commentId = all.find(({ provider_comment_id }) => provider_comment_id === top)?.id ?? "";
  const thread = { params: { ...params, publicationId: publication.id, commentId }, as };
  const page = await ok(comments.readThread, { ...thread, query: { limit: 1 } });
  const next = await ok(comments.readThread, { ...thread, query: { limit: 1, cursor: page.cursor ?? "" } });
  expect([...page.items, ...next.items].map(({ text }) => text).toSorted()).toEqual([
    "At nine?",
    "Yes, when?",
  ]);
  await injectFault({ account: account.page, step: "comments", code: "overloaded", times: 9 });
  const stale = await ok(comments.readThread, thread);
  expect(stale.items).toHaveLength(2);
  expect(stale.errors).toMatchObject([
    { publication_id: publication.id, comment_id: commentId, code: expect.any(String) },
  ]);
  expect(stale.errors[0]?.message).not.toBe("");
});

test("a model's suggested reply is stored with the comment and never sent", async () => {
  const { publication, post, params, as, sync, account } = await openPublication();
  await writeComment(post, "Wie viel kostet der Versand?");
  await sync();
  const verdict = { number: 0, intent: "question", priority: "normal", confidence: 0.9, summary: "Asks." };
  const said = { ...verdict, reason: "Asks for a price.", suggested_reply: "Ab 50 Euro kostenlos." };
  const end = await standInForModel(() => ({ comments: [said] }));
  try {
    const body = JSON.stringify({ publication_id: publication.id });
    const { status } = await invokeDirect(comments.classifyComments, { params, token: as.token, body });
    expect(status).toBe(200);
  } finally {
    vi.unstubAllEnvs();
    await end();
  }
  const { items } = await ok(comments.listAllComments, { params, as });
  expect(items).toMatchObject([{ suggested_reply: said.suggested_reply, reply_status: "none" }]);
  expect((await feedOf(account.page))[0]?.comments.filter(({ by_account }) => by_account)).toEqual([]);
});

test("a sync that runs out of time names the publication at which the next one continues", async () => {
  const { publication, params, as, sync } = await openPublication();
  const real = performance.now.bind(performance);
  let passed = 0;
  const hurried = vi.spyOn(performance, "now").mockImplementation(() => real() + 30_000 * passed++);
  const late = await invokeDirect(comments.syncEngagement, { params, token: as.token, body: "{}" });
  hurried.mockRestore();
  expect(JSON.parse(late.body)).toMatchObject({
    publications_scanned: 0,
    stopped_at_publication_id: publication.id,
  });
  expect(await sync()).toMatchObject({ publications_scanned: 1, stopped_at_publication_id: null });
});
