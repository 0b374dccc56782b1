import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { listPublicationSteps } from "#lib/engagement/social/steps.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import { standInForYoutube } from "#test/support/networks/youtube.ts";
import { dumpTable } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

/** A time ahead of the machine's clock, so that the stack's own worker leaves these attempts alone. */
const START = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
const contextAt = (seconds: number) => testContext({ now: () => START + seconds });

test("tokens, app secrets and upload URLs are nowhere stored in plain text", async () => {
  const network = await standInForYoutube();
  useStandIns(network);
  const { storeId, accountId: social_account_id, mediaId } = await accountAtStandIn(network);
  const content = network.content("Canary", mediaId);
  const { publication } = await createPublication(contextAt(0), storeId, {
    social_account_id,
    content,
    publish: true,
  });
  await advanceAttempt(contextAt(1), { store_id: storeId, attempt_id: attemptId(publication.id, 1) });
  network.stop();
  expect(await getPublication(testContext(), storeId, publication.id)).toMatchObject({ status: "published" });
  const { items } = await listPublicationSteps(testContext(), storeId, publication.id);
  const stored = JSON.stringify((await dumpTable()).filter((item) => JSON.stringify(item).includes(storeId)));
  for (const secret of [
    network.access,
    "youtube-refresh-canary",
    "app-secret-canary",
    `${network.url}/session/`,
  ]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(items)).not.toContain(secret);
  }
  expect(items.find(({ type }) => type === "session")?.handle).toHaveLength(6);
});

test("a large video is uploaded in order, in parts of at most 16 MB", async () => {
  const network = await standInForYoutube();
  useStandIns(network);
  const account = await accountAtStandIn(network, Buffer.alloc(8 * 1024 * 1024 + 17, 3));
  const content = network.content("Large", account.mediaId);
  const body = { social_account_id: account.accountId, content, publish: true };
  const { publication } = await createPublication(contextAt(0), account.storeId, body);
  const message = { store_id: account.storeId, attempt_id: attemptId(publication.id, 1) };
  for (let turn = 1; turn < 10; turn++)
    await withRetries(() => advanceAttempt(contextAt(turn * 90), message));
  network.stop();
  expect(await getPublication(testContext(), account.storeId, publication.id)).toMatchObject({
    status: "published",
  });
  expect(Math.max(...network.calls.map(({ body: sent }) => sent.length))).toBeLessThanOrEqual(16_000_000);
  expect(network.calls.filter(({ method }) => method === "PUT")).toHaveLength(2);
});
