import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { suppress } from "#core/mail/suppression.ts";
import type { Stack } from "#infra/local/stack.ts";
import { collections } from "#lib/legacy-content/table.ts";
import { getSend } from "#lib/newsletters/send.ts";
import { type StoredSubscriber, sends, subscribers } from "#lib/newsletters/table.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { openTenant } from "./deliveries.ts";

export interface NewsletterResult {
  sent: number;
  skipped: number;
  unknown: number;
  kills: number;
  seconds: number;
}

/** A newsletter whose sender is killed again and again, while people leave: each gets one mail at most. */
export async function sendWhileKilled(
  stack: Stack,
  random: Random,
  size: number,
  kills: number,
): Promise<NewsletterResult> {
  const { businessId, collectionId, entryId } = await openSend();
  const people = await fill(businessId, collectionId, size);
  const suppressed = random.shuffled(people.slice(0, size / 2)).slice(0, Math.ceil(size / 50));
  const ctx = testContext();
  for (const { email } of suppressed) await transact(ctx, [await suppress(ctx, email, "bounce", undefined)]);
  const leaving = people.slice(-Math.ceil(size / 50));
  const started = Date.now();
  const message = JSON.stringify({ business_id: businessId, entry_id: entryId, round: 1, shard: 0 });
  let killed = 0;
  for (let later = 0; ; later += 61) {
    const more = killed < kills;
    const ended = await runSender(message, Date.now() / 1000 + later, more ? random.int(400) : undefined);
    if (ended) break;
    killed += 1;
    if (killed === 1) await leave(leaving);
  }
  const send = await getSend(ctx, businessId, entryId);
  const mails = await mailsOf(stack, people);
  check(send, mails, people, [...suppressed, ...leaving], killed);
  return {
    sent: send.sent,
    skipped: send.skipped,
    unknown: send.unknown,
    kills: killed,
    seconds: (Date.now() - started) / 1000,
  };
}

/** A newsletter that is being sent to nobody yet, by so many senders. */
export async function openSend(shards = 1) {
  const { storeId: businessId } = await openTenant("https://example.com/");
  const ctx = testContext();
  const now = ctx.now();
  const collectionId = newId("lcol");
  const entryId = newId("lent");
  const newsletter = {
    id: collectionId,
    businessId,
    name: "Proof",
    slug: "proof",
    description: "",
    type: "NEWSLETTER",
    blocks: [],
    statuses: [],
    plans: [],
    createdAt: now,
    updatedAt: now,
  };
  const send = {
    businessId,
    entryId,
    collectionId,
    round: 1,
    status: "sending" as const,
    scheduledAt: now,
    startedAt: now,
    finishedAt: null,
    error: null,
    shards,
    lookAt: null,
    locale: "en",
    blocks: [{ id: "body", type: "TEXT" as const, value: "Hello {{subscriber.email}}" }],
  };
  await transact(ctx, [collections.create(newsletter), sends.create(send)]);
  return { businessId, collectionId, entryId };
}

export async function fill(
  businessId: string,
  collectionId: string,
  size: number,
): Promise<StoredSubscriber[]> {
  const ctx = testContext();
  const now = ctx.now();
  const people = Array.from({ length: size }, (_, index) => ({
    id: newId("nsub", now + index / 1000),
    businessId,
    collectionId,
    email: `reader-${index}@${collectionId.slice(-8)}.example.com`,
    planId: "",
    status: "ACTIVE" as const,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
  }));
  for (let start = 0; start < size; start += 100) {
    await transact(
      ctx,
      people.slice(start, start + 100).map((person) => subscribers.put(person)),
    );
  }
  return people;
}

/** Runs a sender until it is done, or kills it after some milliseconds; says whether it was done. */
async function runSender(message: string, seconds: number, killAfter: number | undefined): Promise<boolean> {
  const child = fork(join(import.meta.dirname, "newsletter-process.ts"), [message, String(seconds)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ended = new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
  if (killAfter === undefined) {
    assert.ok(await ended, "the last sender comes to the end");
    return true;
  }
  await new Promise((resolve) => child.once("message", resolve));
  await Promise.race([sleep(killAfter), ended]);
  child.kill("SIGKILL");
  return ended;
}

async function leave(leaving: StoredSubscriber[]): Promise<void> {
  for (const person of leaving) {
    await transact(testContext(), [subscribers.put({ ...person, status: "CANCELLED" })]);
  }
}

async function mailsOf(stack: Stack, people: StoredSubscriber[]): Promise<Map<string, number>> {
  const reply = await fetch(new URL("/store", stack.inbox));
  const { emails } = (await reply.json()) as { emails: { destination: { to: string[] } }[] };
  const counts = new Map(people.map(({ email }) => [email, 0]));
  for (const { destination } of emails) {
    for (const to of destination.to) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}

function check(
  send: Awaited<ReturnType<typeof getSend>>,
  mails: Map<string, number>,
  people: StoredSubscriber[],
  none: StoredSubscriber[],
  kills: number,
): void {
  const unknown = new Set(send.unknownSubscribers.map(({ email }) => email));
  assert.equal(send.status, "sent");
  assert.ok(send.unknown <= kills, `${send.unknown} unknown outcomes of ${kills} kills`);
  assert.equal(unknown.size, Math.min(send.unknown, 100));
  assert.equal(
    send.sent + send.skipped + send.unknown + send.refused,
    people.length,
    "everybody is accounted for",
  );
  for (const [email, count] of mails) assert.ok(count <= 1, `${email} got ${count} mails`);
  for (const { email } of none) assert.equal(mails.get(email), 0, `${email} left, and got a mail`);
  const excused = new Set(none.map(({ email }) => email));
  const missing = people.filter(
    ({ email }) => mails.get(email) === 0 && !unknown.has(email) && !excused.has(email),
  );
  assert.deepEqual(
    missing.map(({ email }) => email),
    [],
    "who got nothing and is not listed",
  );
  const arrived = [...mails.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(arrived >= send.sent && arrived <= send.sent + send.unknown);
}
