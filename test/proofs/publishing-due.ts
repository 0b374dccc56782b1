import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { table } from "#core/dynamo/client.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { messages } from "#core/events.ts";
import { HOUR } from "#core/seconds.ts";
import { publishStep } from "#lib/engagement/social/attempt.ts";
import { newPublication } from "#lib/engagement/social/draft.ts";
import { duePublications, stalledAttempts } from "#lib/engagement/social/due.ts";
import { StepMessage } from "#lib/engagement/social/schema.ts";
import { publications } from "#lib/engagement/social/table.ts";
import { KilledError, killWork, type MortalWork, runWithKills } from "#test/proofs/publishing.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import { runDue } from "#test/support/due.ts";
import { serveTogether } from "#test/support/networks/stand-in.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { serve } from "#test/support/serve.ts";
import { testContext } from "#test/support/world.ts";

/** Visibility timeout in seconds: six times the worker's timeout. */
const VISIBILITY_SECONDS = 360;
/** Probabilities: that a worker dies at a call to the table, that a tick dies, that a message comes twice. */
const WORKER_DEATH_CHANCE = 0.03;
const TICK_DEATH_CHANCE = 0.3;
const REPEAT_CHANCE = 0.1;
const CONCURRENCY = 10;

type QueuedMessage = { at: number; message: StepMessage };

interface DueTotals {
  /** Seconds from the due time to the start of each publication, ascending. */
  waits: number[];
  ticksKilled: number;
  workersKilled: number;
  published: number;
  failed: number;
}

/**
 * Publishes many publications that are due within one minute, while ticks and workers are killed and messages come twice.
 * The queue is in memory and runs on virtual time.
 */
export async function publishManyDue(random: Random, count: number): Promise<DueTotals> {
  const networks = await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, standInForX));
  const together = await serveTogether(networks);
  useStandIns({ origins: networks[0]?.origins ?? [], url: together.url });
  const due = Math.floor(Date.now() / 1000) + HOUR;
  let time = due - 3 * 60 - random.int(60);
  for (const { clock } of networks) clock.now = () => time;
  const ctx = () => testContext({ clock: () => time });
  const accounts = await Promise.all(networks.map((network) => accountAtStandIn(network)));
  const stores = accounts.map(({ storeId }) => storeId);
  const keys = await inParallel(count, 8, async (index) => {
    const { storeId: store_id, accountId: id } = accounts[index % networks.length] ?? assert.fail();
    const account = { id, store_id, provider_type: "x_account" as const };
    const draft = newPublication(ctx(), account, { content: { text: `Due ${random.seed} ${index}` } });
    const publication = { ...draft, status: "scheduled" as const, scheduled_at: due + random.int(60) };
    await transact(ctx(), [publications.create(publication)]);
    return { store_id, id: publication.id };
  });
  const queue = await openQueue(() => time);
  const figures: DueTotals = { waits: [], ticksKilled: 0, workersKilled: 0, published: 0, failed: 0 };
  let open = count;
  for (let tick = time; ; ) {
    time = Math.min(tick, ...queue.waiting.map(({ at }) => at));
    assert.ok(time < due + 24 * HOUR, "the publications never end");
    if (time === tick) {
      tick += 60;
      figures.ticksKilled += await runMortalTick(random, queue, { open, stores }, ctx);
      const found = await publications.batchGet(keys);
      open = found.filter(({ status }) => status === "scheduled").length;
      if (found.every(({ status }) => status === "published" || status === "failed")) break;
    }
    figures.workersKilled += await runWorkers(random, queue, time, ctx);
  }
  for (const { stop } of [queue, together, ...networks]) stop();
  for (const publication of await publications.batchGet(keys)) {
    const { id, status, attempt_count, scheduled_at, last_attempt_at, content } = publication;
    const shown = networks.reduce((sum, network) => sum + network.count(String(content.text)), 0);
    const wait = (last_attempt_at ?? 0) - (scheduled_at ?? 0);
    const how = `${id} is ${status}, begun ${attempt_count} times, ${wait} s late, ${shown} on the feed`;
    assert.ok(wait >= 0, `early: ${how}`);
    assert.equal(attempt_count, 1, how);
    assert.equal(shown, status === "published" ? 1 : 0, how);
    figures.waits.push(wait);
    if (status === "published" || status === "failed") figures[status] += 1;
  }
  assert.equal(figures.waits.length, count, "a publication was lost");
  for (const network of networks) assert.equal(network.repeated(), 0, "an irreversible call was made again");
  figures.waits.sort((one, other) => one - other);
  return figures;
}

type MemoryQueue = Awaited<ReturnType<typeof openQueue>>;

/**
 * Runs a tick, which may die at a call to the table or while it sends messages.
 *
 * @returns the number of deaths
 */
async function runMortalTick(
  random: Random,
  queue: MemoryQueue,
  { open, stores }: { open: number; stores: readonly string[] },
  ctx: () => ReturnType<typeof testContext>,
): Promise<number> {
  const before = KilledError.count;
  await runWithKills(random, WORKER_DEATH_CHANCE / 10, async (danger) => {
    const after = random.int(open + 1);
    queue.deadly = random.chance(TICK_DEATH_CHANCE) ? { danger, after } : undefined;
    queue.taken = 0;
    await runDue(ctx(), duePublications, stores);
    await runDue(ctx(), stalledAttempts, stores);
  }).catch((error: unknown) => {
    if (KilledError.count === before) throw error;
  });
  queue.deadly = undefined;
  return KilledError.count - before;
}

/** Runs workers for all visible messages; unfinished ones come again. */
async function runWorkers(
  random: Random,
  queue: MemoryQueue,
  time: number,
  ctx: () => ReturnType<typeof testContext>,
): Promise<number> {
  const ready = queue.waiting.filter(({ at }) => at <= time);
  queue.waiting = queue.waiting.filter(({ at }) => at > time);
  const before = KilledError.count;
  await inParallel(ready.length, 16, async (index) => {
    const { message } = ready[index] ?? assert.fail();
    const times = random.chance(REPEAT_CHANCE) ? 2 : 1;
    const all = await Promise.allSettled(
      Array.from({ length: times }, () =>
        runWithKills(random, WORKER_DEATH_CHANCE, () => withRetries(() => publishStep(ctx(), message))),
      ),
    );
    for (const each of all) {
      if (each.status === "fulfilled") continue;
      if (
        !(
          each.reason instanceof KilledError || /changed by somebody else|contended/.test(String(each.reason))
        )
      )
        throw each.reason;
      queue.waiting.push({ at: time + VISIBILITY_SECONDS, message });
    }
  });
  return KilledError.count - before;
}

/** A queue in memory for messages that ticks send to SQS and that transactions put into the outbox. */
async function openQueue(now: () => number) {
  const queue = {
    waiting: [] as QueuedMessage[],
    /** Requests that the current tick has made. */
    taken: 0,
    /** The current tick dies once it has made `after` requests. */
    deadly: undefined as { danger: MortalWork; after: number } | undefined,
    stop: () => {},
  };
  const put = (body: unknown, delay: number | undefined) =>
    queue.waiting.push({ at: now() + (delay ?? 0), message: StepMessage.parse(body) });
  const { url, stop } = await serve(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const { Entries }: { Entries: BatchEntry[] } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (queue.deadly && queue.taken >= queue.deadly.after) {
      killWork(queue.deadly.danger);
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" }).end("{}");
      return;
    }
    queue.taken += 1;
    for (const { MessageBody, DelaySeconds } of Entries) put(JSON.parse(MessageBody).body, DelaySeconds);
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
    }));
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify({ Successful, Failed: [] }));
  });
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: url, QUEUE_URL_PREFIX: `${url}/` });
  queue.stop = stop;
  table().middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args);
      const { TransactItems = [] } = args.input as { TransactItems?: { Put?: { Item?: object } }[] };
      for (const { Put } of TransactItems) {
        const item: Record<string, unknown> = { ...Put?.Item };
        if (item._t !== "message") continue;
        const { body, delay } = messages.parse(item);
        put(body, delay);
      }
      return output;
    },
    { step: "initialize", name: "outbox", priority: "low", override: true },
  );
  return queue;
}

type BatchEntry = { Id: string; MessageBody: string; DelaySeconds?: number };
