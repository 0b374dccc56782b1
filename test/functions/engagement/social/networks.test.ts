import { expect, test } from "vitest";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { listComments } from "#lib/engagement/social/comments.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { finishConnection, showConnection } from "#lib/engagement/social/finish-sign-in.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import { getPublicationMetrics } from "#lib/engagement/social/metrics.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { hideComment, replyToComment } from "#lib/engagement/social/replies.ts";
import { connectAccount, getConnection } from "#lib/engagement/social/sign-in.ts";
import { syncEngagement } from "#lib/engagement/social/sync-engagement.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { readThread } from "#lib/engagement/social/threads.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { type Account, accountAtStandIn, NETWORKS, useStandIns } from "#test/proofs/social-accounts.ts";
import { standInForInstagram } from "#test/support/networks/instagram.ts";
import { standInForFacebook } from "#test/support/networks/meta.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { member, openStore, personActor, testContext } from "#test/support/world.ts";

/** Body of the form that confirms a connection. */
const CONFIRM_FORM = Buffer.from("action=connect");

const networks = Object.values(NETWORKS).map((open) => ({ open, name: open.name.replace("standInFor", "") }));

/** A stand-in of a network, and a clock that it shares with the contexts of its callers. */
async function openNetwork(open: () => Promise<StandIn>) {
  const network = await open();
  useStandIns(network);
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => time;
  const ctx = (more: Partial<Context> = {}) => testContext({ clock: () => time, ...more });
  const pass = (seconds: number) => {
    time += seconds;
  };
  return { network, ctx, pass };
}

type OpenNetwork = Awaited<ReturnType<typeof openNetwork>>;

async function continueAttempt(
  { ctx, pass }: OpenNetwork,
  store_id: string,
  attempt_id: string,
): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    if ((await attempts.find({ store_id, id: attempt_id }))?.status === "ended") return;
    pass(100);
    await withRetries(() => advanceAttempt(ctx(), { store_id, attempt_id }));
  }
}

async function publish(
  open: OpenNetwork,
  { storeId, accountId: social_account_id }: Account,
  content: object,
) {
  const { publication } = await createPublication(open.ctx(), storeId, {
    social_account_id,
    content: { ...content },
    publish: true,
  });
  await continueAttempt(open, storeId, attemptId(publication.id, 1));
  return getPublication(open.ctx(), storeId, publication.id);
}

test.each(networks)("$name: a code with all scopes connects once, and nothing else does", async (each) => {
  const open = await openNetwork(each.open);
  const { network, ctx } = open;
  const { type: provider_type } = network;
  const store = await openStore();
  const { id } = store.owner;
  const actor = personActor(id);
  const signIn = async (without?: string) => {
    const begun = await connectAccount(ctx({ actor }), store.id, { provider_type });
    const code = network.consent(begun.authorization_url, without);
    const finish = (query: { state: string; code: string }) =>
      finishConnection(ctx(), provider_type, query, CONFIRM_FORM);
    const end = () => getConnection(ctx({ actor }), store.id, begun.attempt_id);
    return { ...begun, code, finish, end };
  };
  const [scope = ""] = LIMITS[provider_type].required_scopes;
  const less = await signIn(scope);
  await less.finish(less);
  expect(await less.end()).toMatchObject({
    status: "failed",
    message: expect.stringContaining("missing_scopes"),
  });
  const wrong = await signIn();
  await wrong.finish({ ...wrong, code: less.code });
  expect((await wrong.end()).status).toBe("failed");
  const right = await signIn();
  await right.finish(right);
  expect(await right.end()).toMatchObject({
    status: "connected",
    destination: { external_account_id: network.destination.external_account_id },
  });
  const again = await right.finish(right);
  expect(String(again.body)).toContain("used already");
  network.stop();
});

test("a sign-in connects nothing when its person lost permission before the callback", async () => {
  const { network, ctx } = await openNetwork(standInForX);
  const store = await openStore();
  const admin = await member(store.id, "admin");
  const actor = personActor(admin.id);
  const { authorization_url, attempt_id, state } = await connectAccount(ctx({ actor }), store.id, {
    provider_type: "x_account",
  });
  const slots = { tenant_id: store.id, person_id: admin.id };
  const held = await memberships.find(slots);
  if (!held) throw new Error("There is no membership.");
  await transact(ctx(), [memberships.remove(held)]);
  await finishConnection(
    ctx(),
    "x_account",
    { state, code: network.consent(authorization_url) },
    CONFIRM_FORM,
  );
  const end = await getConnection(ctx({ actor }), store.id, attempt_id);
  expect(end).toMatchObject({ status: "failed", message: "You may no longer connect accounts." });
  expect(network.calls).toEqual([]);
  network.stop();
});

test("a state is valid only for its own store, network and time", async () => {
  const { network, ctx, pass } = await openNetwork(standInForX);
  const [store, other] = [await openStore(), await openStore()];
  const begin = async ({ id, owner }: typeof store, provider_type: "x_account" | "youtube_channel") => {
    const actor = personActor(owner.id);
    const begun = await connectAccount(ctx({ actor }), id, { provider_type });
    const end = async () => (await getConnection(ctx({ actor }), id, begun.attempt_id)).status;
    return { ...begun, end };
  };
  const [mine, theirs] = [await begin(store, "x_account"), await begin(other, "x_account")];
  const code = network.consent(mine.authorization_url);
  // A code with the state of another sign-in fails that one by its PKCE verifier.
  await finishConnection(ctx(), "x_account", { state: theirs.state, code }, CONFIRM_FORM);
  expect([await mine.end(), await theirs.end()]).toEqual(["pending", "failed"]);
  await finishConnection(ctx(), "youtube_channel", { state: mine.state, code }, CONFIRM_FORM);
  expect(await mine.end()).toBe("pending");
  pass(601);
  const late = { state: mine.state, code: network.consent(mine.authorization_url) };
  await finishConnection(ctx(), "x_account", late, CONFIRM_FORM);
  expect(await mine.end()).toBe("failed");
  network.stop();
});

test.each(networks)(
  "$name: nothing is exchanged before the returning browser confirms the store",
  async (each) => {
    const { network, ctx } = await openNetwork(each.open);
    const { type: provider_type } = network;
    const store = await openStore();
    const actor = personActor(store.owner.id);
    const begun = await connectAccount(ctx({ actor }), store.id, { provider_type });
    const returned = { state: begun.state, code: network.consent(begun.authorization_url) };
    const end = async () => (await getConnection(ctx({ actor }), store.id, begun.attempt_id)).status;
    const [first, second] = [
      await showConnection(ctx(), provider_type, returned),
      await showConnection(ctx(), provider_type, returned),
    ];
    expect(first).toEqual(second);
    expect(String(first.body)).toContain(store.key);
    expect(String(first.body)).toContain(LIMITS[provider_type].display_name);
    expect([network.calls, await end()]).toEqual([[], "pending"]);
    await finishConnection(ctx(), provider_type, returned, Buffer.from("action=cancel"));
    expect([network.calls, await end()]).toEqual([[], "failed"]);
    await finishConnection(ctx(), provider_type, returned, CONFIRM_FORM);
    expect([network.calls, await end()]).toEqual([[], "failed"]);
    network.stop();
  },
);

const multiKind = networks.filter(({ name }) => name !== "Tiktok" && name !== "Youtube");

test.each(multiKind)("$name: its further kinds of posts are published as documented", async (each) => {
  const open = await openNetwork(each.open);
  const account = await accountAtStandIn(open.network);
  expect(open.network.others.length).toBeGreaterThan(0);
  for (const [index, other] of open.network.others.entries()) {
    const text = `Kind ${index} of ${each.name}`;
    const posted = await publish(open, account, other(text, account));
    expect(posted).toMatchObject({ status: "published", error_message: null });
    expect(open.network.count(text)).toBe(1);
  }
  open.network.stop();
});

test("the reel of a Facebook page is fetched from its URL, and a carousel keeps its order", async () => {
  const [page, business] = [await openNetwork(standInForFacebook), await openNetwork(standInForInstagram)];
  useStandIns(page.network);
  const there = await accountAtStandIn(page.network);
  await publish(page, there, { text: "Reel", media_ids: [there.film] });
  expect(page.network.calls.map(({ path }) => path.split("/").slice(-2)[0])).toContain("v26.0");
  const fetched = page.network.calls.find(({ headers }) => headers.file_url);
  expect(fetched?.headers.file_url).toContain(there.film);
  expect(fetched?.body).toHaveLength(0);
  useStandIns(business.network);
  const here = await accountAtStandIn(business.network);
  await publish(business, here, { caption: "Carousel", media_ids: here.pictures });
  const made = business.network.calls.filter(
    ({ path, method }) => method === "POST" && path.endsWith("/media"),
  );
  const addresses = made.map(({ form }) => form.get("image_url") ?? form.get("media_type"));
  expect(addresses).toEqual([
    expect.stringContaining(here.pictures[0]),
    expect.stringContaining(here.pictures[1]),
    "CAROUSEL",
  ]);
  page.network.stop();
  business.network.stop();
});

test("a container that expired before it was published posts nothing and reports it", async () => {
  const open = await openNetwork(standInForInstagram);
  const { storeId, accountId: social_account_id, film } = await accountAtStandIn(open.network);
  const { publication } = await createPublication(open.ctx(), storeId, {
    social_account_id,
    content: { placement: "reel", caption: "Late", media_ids: [film] },
    publish: true,
  });
  const message = { store_id: storeId, attempt_id: attemptId(publication.id, 1) };
  open.pass(1);
  await advanceAttempt(open.ctx(), message);
  open.pass(25 * 3600);
  await continueAttempt(open, storeId, message.attempt_id);
  expect(await getPublication(open.ctx(), storeId, publication.id)).toMatchObject({
    status: "failed",
    error_code: "container_expired",
  });
  expect(open.network.count("Late")).toBe(0);
  open.network.stop();
});

test.each(networks)(
  "$name: comments are read, answered once and hidden, and metrics are stored",
  async (each) => {
    const open = await openNetwork(each.open);
    const { network, ctx } = open;
    const account = await accountAtStandIn(network);
    const { storeId } = account;
    const posted = await publish(open, account, network.content("Ask us", account.mediaId));
    expect(posted.status).toBe("published");
    const post = posted.provider_post_id ?? "";
    const { read_comments } = LIMITS[network.type].engagement;
    const top = network.talk.write(post, "When do you open?");
    const [below, other] = [network.talk.write(post, "Yes, when?", top.id), network.talk.write(post, "Nice")];
    const synced = await syncEngagement(ctx(), storeId, { publication_ids: [posted.id] });
    expect(synced).toMatchObject({ errors: [], metrics_synced: 1 });
    const { metrics } = await getPublicationMetrics(ctx(), storeId, posted.id);
    expect(Object.keys(metrics).length).toBeGreaterThan(2);
    expect(Object.values(metrics).every((value) => value > 0)).toBe(true);
    const query = { sort_direction: "asc" as const, limit: 20 };
    const found = (await listComments(ctx(), storeId, posted.id, query)).items;
    if (!read_comments) {
      expect([found, synced.comments_synced]).toEqual([[], 0]);
      return network.stop();
    }
    expect(found.map(({ provider_comment_id }) => provider_comment_id).toSorted()).toEqual(
      [top.id, other.id].toSorted(),
    );
    const [first] = found.filter(({ provider_comment_id }) => provider_comment_id === top.id);
    const commentId = first?.id ?? "";
    const thread = await readThread(ctx(), storeId, posted.id, commentId, query);
    expect(thread).toMatchObject({ errors: [], items: [{ provider_comment_id: below.id, depth: 1 }] });
    for (const fate of ["before", "cut", "after"] as const) {
      const body = { text: `At nine (${fate}).`, reply_id: fate };
      const ids = new Set<string>();
      for (let twice = 0; twice < 2; twice++) {
        const { reply } = await replyToComment(ctx(), storeId, posted.id, commentId, body);
        ids.add(reply.reply_id);
      }
      expect(ids.size).toBe(1);
      network.faults.set("people", [fate]);
      network.faults.set("publish", [fate]);
      await continueAttempt(open, storeId, `reply.${[...ids][0]}`);
      network.faults.clear();
      const written = network.talk.answersTo(top.id).filter(({ text }) => text === body.text);
      const now = (await readThread(ctx(), storeId, posted.id, commentId, query)).comment;
      expect([fate, now.reply_status, written.length]).toEqual(
        written.length === 1 ? [fate, "succeeded", 1] : [fate, "failed", 0],
      );
      if (fate !== "before") expect(written).toHaveLength(1);
    }
    const hidden = await hideComment(ctx(), storeId, posted.id, commentId, true);
    expect([hidden.comment.status, network.talk.find(top.id)?.hidden]).toEqual(["hidden", true]);
    await hideComment(ctx(), storeId, posted.id, commentId, false);
    expect(network.talk.find(top.id)?.hidden).toBe(false);
    network.stop();
  },
);
