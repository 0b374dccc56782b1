import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { createPublication, updatePublication } from "#lib/engagement/social/publications.ts";
import { startDuePublication } from "#lib/engagement/social/transition-writes.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { cancelRace } from "#test/proofs/publishing-races.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { randomFrom, seeded } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

test("an edit before publishing starts changes the whole post, and one after it is a 409", async () => {
  const network = await standInForX();
  useStandIns(network);
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => time;
  const ctx = () => testContext({ now: () => time });
  const { storeId, accountId: social_account_id, pictures } = await accountAtStandIn(network);
  const later = { social_account_id, content: { text: "First words" }, scheduled_at: time + 600 };
  const { publication } = await createPublication(ctx(), storeId, later);
  const { id } = publication;
  const content = { text: "Other words", media_ids: [pictures[1]] };
  await updatePublication(ctx(), storeId, id, { content });
  time += 601;
  await startDuePublication(ctx(), { store_id: storeId, id });
  const refusal = { status: 409, code: "PUBLICATION.INVALID_STATUS" };
  const edit = () => updatePublication(ctx(), storeId, id, { content: { text: "Too late" } });
  await expect(edit()).rejects.toMatchObject(refusal);
  await withRetries(() => advanceAttempt(ctx(), { store_id: storeId, attempt_id: attemptId(id, 1) }));
  expect((await getPublication(ctx(), storeId, id)).status).toBe("published");
  await expect(edit()).rejects.toMatchObject(refusal);
  expect(["First words", "Other words", "Too late"].map(network.count)).toEqual([0, 1, 0]);
  const [tweet] = network.calls.filter(({ path }) => path === "/2/tweets");
  expect(Object(tweet?.json.media).media_ids).toHaveLength(1);
  network.stop();
});

test("a publication is either cancelled or posted, never both, and no edit comes between", async () => {
  const network = await standInForX();
  useStandIns(network);
  const account = await accountAtStandIn(network);
  await seeded(async (random) => {
    for (let round = 0; round < 10; round++)
      await cancelRace(network, account, randomFrom(random.int(2 ** 31)));
  });
  network.stop();
});
