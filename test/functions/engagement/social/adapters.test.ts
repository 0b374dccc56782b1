import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { facebookPage } from "#lib/engagement/social/networks/facebook-page.ts";
import { xAccount } from "#lib/engagement/social/networks/x-account.ts";
import type { Caller } from "#lib/engagement/social/port.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { accountAtStandIn, NETWORKS, useStandIns } from "#test/proofs/social-accounts.ts";
import { standInForInstagram } from "#test/support/networks/instagram.ts";
import { standInForFacebook } from "#test/support/networks/meta.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { testContext } from "#test/support/world.ts";

async function post(network: StandIn, content: (mediaId: string) => Record<string, unknown>, bytes?: Buffer) {
  useStandIns(network);
  const { storeId, accountId: social_account_id, mediaId } = await accountAtStandIn(network, bytes);
  const body = { social_account_id, content: content(mediaId), publish: true };
  const start = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => start;
  const { publication } = await createPublication(testContext({ now: () => start }), storeId, body);
  const message = { store_id: storeId, attempt_id: attemptId(publication.id, 1) };
  for (let turn = 1; turn < 12; turn++) {
    if ((await getPublication(testContext(), storeId, publication.id)).status !== "publishing") break;
    await withRetries(() => advanceAttempt(testContext({ now: () => start + turn * 100 }), message));
  }
  network.stop();
  return getPublication(testContext(), storeId, publication.id);
}

test("X gets a file in parts before the post that names it", async () => {
  const network = await standInForX();
  network.needs = "picture";
  const text = "With a picture & <more>";
  const posted = await post(network, (id) => ({ text, media_ids: [id] }), Buffer.alloc(4_500_000, 1));
  expect(posted).toMatchObject({
    status: "published",
    provider_post_url: expect.stringContaining("https://x.com/corner/status/"),
  });
  expect(network.calls.map(({ path }) => path.split("/").at(-1))).toEqual([
    "initialize",
    "append",
    "append",
    "finalize",
    "tweets",
  ]);
});

test("a page's pictures are uploaded before its post, which is created unpublished", async () => {
  const network = await standInForFacebook();
  network.needs = "picture";
  const posted = await post(network, (id) => ({
    text: "With a picture",
    media_ids: [id],
    link_url: "https://example.com/",
  }));
  expect(posted.status).toBe("published");
  const [photo, draft, publish] = network.calls;
  expect(photo?.form.get("published")).toBe("false");
  expect(draft?.form.get("attached_media")).toMatch(/media_fbid/);
  expect(publish?.form.get("is_published")).toBe("true");
});

test("Instagram gets the URL of a JPEG for a story and a feed picture", async () => {
  const network = await standInForInstagram();
  const posted = await post(network, (id) => ({ placement: "story", media_ids: [id] }));
  expect(posted.status).toBe("published");
  const container = network.calls.find(({ path, method }) => method === "POST" && path.endsWith("/media"));
  expect(container?.form.get("media_type")).toBe("STORIES");
  expect(container?.form.get("image_url")).toMatch(/\.jpg$/);
});

test.each(Object.entries(NETWORKS))(
  "%s: a token that the network rejects ends the sign-in, and nothing is posted",
  async (type, open) => {
    const network = await open();
    const posted = await post({ ...network, access: "stale", refresh: null }, (id) =>
      network.content("Stale", id),
    );
    expect(posted).toMatchObject({ status: "failed", error_code: "reconnect_required" });
    expect(network.count("Stale"), type).toBe(0);
  },
);

test("stand-ins refuse old versions, unknown parameters and repeated texts as networks do", async () => {
  const [page, x] = [await standInForFacebook(), await standInForX()];
  const old = await fetch(`${page.url}/v19.0/me`, { headers: { authorization: `Bearer ${page.access}` } });
  expect(old.status).toBe(400);
  const send = (body: object) =>
    fetch(`${x.url}/2/tweets`, {
      method: "POST",
      headers: { authorization: `Bearer ${x.access}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await send({ text: "a", colour: "red" })).status).toBe(400);
  expect((await send({ text: "a" })).status).toBe(201);
  useStandIns(x);
  const caller: Caller = {
    app: { id: "a", secret: "s", reviewed: true },
    token: x.access,
    destination: x.destination,
    now: () => 0,
  };
  const job = {
    kind: "publication",
    handles: new Map(),
    post: {
      type: "x_account",
      placement: "post",
      text: "a",
      title: "",
      link: null,
      privacy: null,
      shareToFeed: true,
      media: [],
    },
  } as const;
  const again = xAccount.perform(
    caller,
    { ...job, post: { ...job.post, media: [] } },
    { type: "publish", handle: null, firstAt: 0, intentAt: 0, tries: 1 },
  );
  await expect(again).rejects.toMatchObject({ trouble: "rejected", code: "403" });
  expect(xAccount.notPosted).toContain("403");
  expect(facebookPage.notPosted).not.toContain("1");
  page.stop();
  x.stop();
});

test("a sign-in requests each network's documented parameters", () => {
  const app = { id: "app", secret: "s", reviewed: true };
  const request = { storeId: "store_1", state: "st", redirectUri: "https://api.example/cb", challenge: "ch" };
  const x = new URL(xAccount.authorizationUrl(app, request));
  expect(Object.fromEntries(x.searchParams)).toMatchObject({
    code_challenge: "ch",
    code_challenge_method: "S256",
    state: "st",
  });
  const page = new URL(facebookPage.authorizationUrl(app, request));
  expect(page.pathname).toBe("/v26.0/dialog/oauth");
  expect(page.searchParams.get("scope")).toContain("pages_manage_posts");
});
