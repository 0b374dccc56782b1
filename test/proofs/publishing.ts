import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { table } from "#core/dynamo/client.ts";
import { advanceAttempt, publishStep } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { duePublications, stalledAttempts } from "#lib/engagement/social/due.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { startDuePublication } from "#lib/engagement/social/transition-writes.ts";
import type { Account } from "#test/proofs/social-accounts.ts";
import { runDue } from "#test/support/due.ts";
import { type FaultKind, STEP_KINDS, type StandIn } from "#test/support/networks/stand-in.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

export class KilledError extends Error {
  /** Kills in this process so far. */
  static count = 0;
}

export type PublishingTotals = {
  published: number;
  failed: number;
  unknown: number;
  kills: number;
  scheduledStarts: number;
};

export const newPublishingTotals = (): PublishingTotals => ({
  published: 0,
  failed: 0,
  unknown: 0,
  kills: 0,
  scheduledStarts: 0,
});

/** Seconds by which proofs run ahead of the clock, so that the stack's workers do not touch their records. */
export const AHEAD_SECONDS = 30 * 24 * 3600;

const CALL_FAULTS: readonly FaultKind[] = ["before", "cut", "after", "limited"];

/**
 * Posts under random faults: the network fails around any call, concurrent workers and ticks die around any call to the
 * table, and messages come twice. Checks the outcome.
 */
export async function postUnderFaults(
  network: StandIn,
  account: Account,
  random: Random,
  tally: PublishingTotals,
): Promise<void> {
  const text = `Post ${random.seed} ${random.int(2 ** 31)}`;
  const { storeId, accountId: social_account_id } = account;
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  const ctx = () => testContext({ clock: () => time });
  network.clock.now = () => time;
  network.calls.length = 0;
  network.faults.clear();
  const other = random.chance(0.5) && network.others.length > 0 ? random.pick(network.others) : undefined;
  const content = other ? other(text, account) : network.content(text, account.mediaId);
  const later = random.chance(0.3) ? { scheduled_at: time + 60 + random.int(600) } : { publish: true };
  const made = await createPublication(ctx(), storeId, { social_account_id, content, ...later });
  const id = made.publication.id;
  const kill = (probability: number, run: () => Promise<PromiseSettledResult<unknown>[]>) =>
    countKills(tally, runWithKills(random, probability, run));
  if (later.scheduled_at !== undefined) {
    for (const early of [time, later.scheduled_at - 1]) await checkNotDueYet(early, storeId, id);
    time = later.scheduled_at + random.int(60);
    await deliverUntilStarted(random, ctx, { store_id: storeId, id }, kill);
    tally.scheduledStarts += 1;
  }
  for (const step of STEP_KINDS) {
    const few = random.int(step === "lookup" ? 6 : 3);
    network.faults.set(
      step,
      random.chance(0.6) ? Array.from({ length: few }, () => random.pick(CALL_FAULTS)) : [],
    );
  }
  const lookUpsFail = network.faults.get("lookup")?.length ?? 0;
  const key = { store_id: storeId, id: attemptId(id, 1) };
  const message = { store_id: storeId, attempt_id: key.id };
  const deadly = random.chance(0.6) ? 0.05 : 0;
  for (let turns = 0; turns < 400; turns++) {
    const found = await attempts.find(key);
    assert.ok(found, "the attempt is there");
    if (found.status === "ended") break;
    time = Math.max(time, found.waits_until, found.lease_until) + random.int(3);
    const workers = random.chance(0.3) ? 2 : 1;
    if (random.chance(0.02))
      await kill(0.1, () =>
        Promise.allSettled([duePublications, stalledAttempts].map((due) => runDue(ctx(), due, storeId))),
      );
    await kill(turns < 60 ? deadly : 0, () =>
      Promise.allSettled(Array.from({ length: workers }, () => advanceAttempt(ctx(), message))),
    );
  }
  await checkOutcome(network, { storeId, id, text, lookUpsFail }, tally);
}

/** Kills the worker right after the network has accepted the post, before that is recorded. */
export async function postAndDie(network: StandIn, { storeId, accountId, mediaId }: Account): Promise<void> {
  const text = `Taken ${crypto.randomUUID()}`;
  let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
  const ctx = () => testContext({ clock: () => time });
  network.clock.now = () => time;
  let taken = false;
  const noteTaken = () => {
    taken = true;
    return undefined;
  };
  network.faults.set("publish", Object.assign([], { shift: noteTaken }));
  const body = { social_account_id: accountId, content: network.content(text, mediaId), publish: true };
  const { publication } = await createPublication(ctx(), storeId, body);
  const key = { store_id: storeId, id: attemptId(publication.id, 1) };
  const message = { store_id: storeId, attempt_id: key.id };
  const tally = newPublishingTotals();
  for (let turns = 0; turns < 60; turns++) {
    const found = await attempts.find(key);
    if (found?.status !== "running") break;
    time = Math.max(time, found.waits_until, found.lease_until) + 1;
    const deadly = { chance: () => taken && tally.kills === 0 };
    await countKills(
      tally,
      runWithKills(deadly, 1, () => Promise.allSettled([advanceAttempt(ctx(), message)])),
    );
  }
  assert.equal(tally.kills, 1, `${network.type}: the worker did not die`);
  await checkOutcome(network, { storeId, id: publication.id, text, lookUpsFail: 0 }, tally);
  assert.equal(tally.published, 1, `${network.type}: the accepted post was not found`);
}

async function checkOutcome(
  network: StandIn,
  { storeId, id, text, lookUpsFail }: { storeId: string; id: string; text: string; lookUpsFail: number },
  tally: PublishingTotals,
): Promise<void> {
  const ended = await getPublication(testContext(), storeId, id);
  const count = network.count(text);
  const how = `${network.type} ${ended.status} ${ended.error_code} with ${count} on the feed (${id})`;
  assert.ok(count <= 1, `posted more than once: ${how}`);
  assert.equal(ended.attempt_count, 1, `another attempt: ${how}`);
  assert.equal(network.repeated(), 0, `an irreversible call was made again: ${how}`);
  if (ended.status === "unknown") {
    const said = /look-up after the step \w+ answered \S+ at \d{4}-\d\d-\d\dT/.test(
      ended.error_message ?? "",
    );
    assert.ok(lookUpsFail > 0 && said, `${how}: ${ended.error_message}`);
  } else if (ended.status === "published" || ended.status === "failed") {
    assert.equal(ended.status === "published", count === 1, how);
  } else assert.fail(`unexpected status: ${how}`);
  tally[ended.status] += 1;
}

async function checkNotDueYet(now: number, store_id: string, id: string): Promise<void> {
  assert.equal(
    await startDuePublication(testContext({ clock: () => now }), { store_id, id }),
    false,
    "began early",
  );
}

/** Delivers the due message, sometimes twice at once and to workers that die, until publishing has started. */
async function deliverUntilStarted(
  random: Random,
  ctx: () => ReturnType<typeof testContext>,
  key: { store_id: string; id: string },
  kill: (probability: number, run: () => Promise<PromiseSettledResult<unknown>[]>) => Promise<void>,
): Promise<void> {
  for (let calls = 0; calls < 50; calls++) {
    const called = () => publishStep(ctx(), { store_id: key.store_id, publication_id: key.id });
    await kill(0.2, () => Promise.allSettled([called(), ...(random.chance(0.3) ? [called()] : [])]));
    if ((await getPublication(ctx(), key.store_id, key.id)).status !== "scheduled") return;
  }
  throw new Error(`${key.id} was never begun`);
}

/** Counts the kills and ignores lost races; any other error fails. */
async function countKills(
  tally: PublishingTotals,
  run: Promise<PromiseSettledResult<unknown>[]>,
): Promise<void> {
  for (const each of await run) {
    if (each.status === "fulfilled") continue;
    if (each.reason instanceof KilledError) tally.kills += 1;
    else if (!/changed by somebody else|contended/.test(String(each.reason))) throw each.reason;
  }
}

/** Work that may be killed: all of it stops with the first kill. */
export type MortalWork = { random: Pick<Random, "chance">; probability: number; dead: boolean };

const currentMortalWork = new AsyncLocalStorage<MortalWork>();
let isWatching = false;

/** Kills work: it makes no more calls to the table. */
export function killWork(danger: MortalWork): void {
  if (!danger.dead) KilledError.count += 1;
  danger.dead = true;
}

/** Runs something that may be killed before or right after each call to the table. */
export function runWithKills<T>(
  random: Pick<Random, "chance">,
  probability: number,
  run: (danger: MortalWork) => Promise<T>,
): Promise<T> {
  if (!isWatching) {
    isWatching = true;
    table().middlewareStack.add(
      (next) => async (args) => {
        const danger = currentMortalWork.getStore();
        const survive = () => {
          if (danger?.random.chance(danger.probability / 2)) killWork(danger);
          if (danger?.dead) throw new KilledError("killed");
        };
        survive();
        const output = await next(args);
        survive();
        return output;
      },
      { step: "initialize", name: "killPublishing", priority: "high" },
    );
  }
  const danger = { random, probability, dead: false };
  return currentMortalWork.run(danger, () => run(danger));
}
