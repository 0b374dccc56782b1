import assert from "node:assert/strict";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import type { Stack } from "#infra/local/stack.ts";
import { newPublication } from "#lib/engagement/social/draft.ts";
import { attempts, publications } from "#lib/engagement/social/table.ts";
import { tendPublications } from "#lib/engagement/social/tick.ts";
import { Killed, whileKilled } from "#test/proofs/publishing.ts";
import { accountAt, pointAt } from "#test/proofs/social-accounts.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { inParallel, newSeed, randomFrom } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

export const name = "publications that are due in one minute, while the tick is killed";

const COUNT = Number(process.env.SIZE ?? 1000);
const KILLS = 200;

export async function run(stack: Stack): Promise<string> {
  const random = randomFrom(newSeed());
  await stack.pause("publishStep");
  const network = await standInForX();
  pointAt(network);
  const { storeId, accountId } = await accountAt(network);
  const due = Math.floor(Date.now() / 1000) + 3600;
  const ids = await inParallel(COUNT, 8, async () => {
    const account = { id: accountId, store_id: storeId, provider_type: "x_account" as const };
    const draft = newPublication(testContext(), account, { text: newId("t") }, null);
    const publication = { ...draft, status: "scheduled" as const, scheduled_at: due + random.int(60) };
    await transact(testContext(), [publications.create(publication)]);
    return { id: publication.id, at: publication.scheduled_at };
  });
  let time = due - 5;
  // The minute ticks at a moment of its own; a killed one is followed by the next.
  const tick = () =>
    whileKilled(random, Killed.count < KILLS + 20 ? 0.12 : 0, () =>
      tendPublications(testContext({ now: () => time })),
    );
  for (let ticks = 0; ticks < KILLS + 10; ticks++) {
    await tick().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    const found = await publications.batchGet(ids.map(({ id }) => ({ store_id: storeId, id })));
    for (const { id, status, scheduled_at } of found) {
      if (status !== "scheduled") assert.ok((scheduled_at ?? 0) <= time, `${id} began early`);
    }
    if (found.every(({ status }) => status === "publishing")) break;
    time += ticks < 3 ? 5 : 60;
  }
  const begun = await attempts.query(attempts.partition({ store_id: storeId }), { consistent: true });
  const found = await publications.batchGet(ids.map(({ id }) => ({ store_id: storeId, id })));
  assert.equal(
    found.filter(({ status, attempt_count }) => status === "publishing" && attempt_count === 1).length,
    COUNT,
  );
  assert.ok(begun.records.length > 0);
  network.stop();
  const waits = found
    .map(({ last_attempt_at, scheduled_at }) => (last_attempt_at ?? 0) - (scheduled_at ?? 0))
    .sort((one, other) => one - other);
  const at99 = waits[Math.floor(COUNT * 0.99) - 1];
  return `${COUNT} due, none early, none lost, each begun once, ${Killed.count} kills; 99 of 100 began within ${at99} s of virtual time; SEED=${random.seed}`;
}
