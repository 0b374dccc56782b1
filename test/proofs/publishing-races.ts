import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import {
  cancelPublication,
  createPublication,
  updatePublication,
} from "#lib/engagement/social/publications.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import type { Account } from "#test/proofs/social-accounts.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { stagger } from "#test/support/pause.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

/** Milliseconds within which posting, cancelling and editing start. */
const START_SPREAD_MS = 30;

/** Posts, cancels and edits a publication at once: it ends cancelled and unposted, or published once and unedited. */
export async function cancelRace(
  network: StandIn,
  { storeId, accountId: social_account_id }: Account,
  random: Random,
): Promise<"cancelled" | "published"> {
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  network.clock.now = () => time;
  const ctx = () => testContext({ now: () => time });
  const text = `Race ${random.seed} ${random.int(2 ** 31)}`;
  const body = { social_account_id, content: { text }, publish: true };
  const { publication } = await createPublication(ctx(), storeId, body);
  const { id } = publication;
  const message = { store_id: storeId, attempt_id: attemptId(id, 1) };
  time += 1;
  const soon = async <T>(run: () => Promise<T>) => {
    await stagger(random, START_SPREAD_MS);
    return withRetries(run);
  };
  await Promise.allSettled([
    soon(() => advanceAttempt(ctx(), message)),
    soon(() => cancelPublication(ctx(), storeId, id)),
    soon(() => updatePublication(ctx(), storeId, id, { content: { text: `${text}!` } })),
  ]);
  for (let turn = 1; turn < 5; turn++) {
    time += 100;
    await withRetries(() => advanceAttempt(ctx(), message));
  }
  const { status } = await getPublication(ctx(), storeId, id);
  const posted = [network.count(text), network.count(`${text}!`)];
  const how = `${id} is ${status}, posted ${posted}`;
  assert.ok(status === "cancelled" || status === "published", how);
  assert.deepEqual(posted, [status === "published" ? 1 : 0, 0], how);
  return status;
}
