import { expect, test } from "vitest";
import { comments } from "#functions/engagement/comments/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { comment, connectSandbox, fault, feedOf, publishText } from "#test/support/social.ts";
import { eventually, openStore } from "#test/support/world.ts";

async function published() {
  const store = await openStore();
  const account = await connectSandbox(store);
  const publication = await publishText(store, account.id, "Ask us anything");
  const post = publication.provider_post_id ?? "";
  const params = { storeId: store.id };
  const sync = (body: object = {}) => ok(comments.syncEngagement, { params, as: store.owner, body });
  return { store, account, publication, post, params, as: store.owner, sync };
}

test.concurrent("a sync keeps each comment once, within its bounds, and reads the numbers", async () => {
  const { publication, post, params, as, sync } = await published();
  for (let index = 0; index < 5; index++) await comment(post, `Comment ${index}`);
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

test.concurrent("opening a thread stores its replies below their comment", async () => {
  const { publication, post, params, as, sync } = await published();
  const top = await comment(post, "When do you open?");
  await comment(post, "Yes, when?", top);
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

test.concurrent.each(["during", "after"] as const)(
  "a reply is on the network once, though its answer is lost (%s)",
  async (when) => {
    const { publication, post, params, as, sync, account } = await published();
    await comment(post, "Do you ship to Spain?");
    await sync();
    const of = { ...params, publicationId: publication.id };
    const [found] = (await ok(comments.listComments, { params: of, as })).items;
    const commentId = found?.id ?? "";
    await fault({ account: account.page, step: "reply", when });
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
  },
);

test.concurrent("a comment is hidden and shown again, and sorted by what it says", async () => {
  const { publication, post, params, as, sync, account } = await published();
  await comment(post, "Earn money fast, click the link in bio");
  await comment(post, "Wie viel kostet der Versand?");
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
