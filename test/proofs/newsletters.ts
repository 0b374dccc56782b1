import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { join } from "node:path";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import type { Stack } from "#infra/local/stack.ts";
import { collections } from "#lib/content/legacy-content/table.ts";
import { suppress } from "#lib/delivery/mail/suppression.ts";
import { NEWSLETTER } from "#lib/delivery/newsletters/errors.ts";
import type { StoredSubscriber } from "#lib/delivery/newsletters/schema.ts";
import { getSend } from "#lib/delivery/newsletters/send.ts";
import { subscriberLife } from "#lib/delivery/newsletters/subscriber-lifecycle.ts";
import { progress, sends, subscribers } from "#lib/delivery/newsletters/table.ts";
import { addSubscribers } from "#test/support/newsletter.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { openTenant } from "./deliveries.ts";
import { watchInbox } from "./inbox.ts";

/** Milliseconds between unsubscriptions. */
const UNSUBSCRIBE_MS = 250;
/** Average number of mails before the turn of somebody who unsubscribes. */
const MEAN_MAILS_BEFORE = 40;

type OpenSend = Awaited<ReturnType<typeof openSend>>;

interface NewsletterResult {
  sent: number;
  skipped: number;
  unknown: number;
  /** Mails with an unknown outcome that the provider had accepted. */
  taken: number;
  /** People who unsubscribed during the sending, before their turn. */
  left: number;
  kills: number;
  seconds: number;
}

/** Sends a newsletter while its sender is killed again and again and people unsubscribe: each gets one mail at most. */
export async function sendWhileKilled(
  stack: Stack,
  random: Random,
  size: number,
  kills: number,
): Promise<NewsletterResult> {
  const edition = await openSend();
  const people = await createSubscribers(edition.businessId, edition.collectionId, size);
  const suppressed = random.shuffled(people).slice(0, Math.ceil(size / 50));
  const ctx = testContext();
  await inParallel(suppressed.length, 4, async (index) => {
    const { email = "" } = suppressed[index] ?? {};
    await transact(ctx, [await suppress(ctx, email, "bounce", undefined)]);
  });
  const inbox = watchInbox(stack);
  const leavers = unsubscribePeople(edition, people, random);
  const started = Date.now();
  const killed = await killSenders(edition, size, kills, random);
  const seconds = (Date.now() - started) / 1000;
  const { before, after } = await leavers.stop();
  const mails = await inbox.stop();
  const send = await getSend(ctx, edition.businessId, edition.entryId);
  const unknown = checkMails(
    send,
    mails,
    people,
    { none: [...suppressed, ...before], perhaps: after },
    killed,
  );
  const taken = unknown.filter((email) => mails.has(email)).length;
  const { sent, skipped } = send;
  return { sent, skipped, unknown: send.unknown, taken, left: before.length, kills: killed, seconds };
}

/** A newsletter without subscribers whose sending has started, with `parts` senders. */
export async function openSend(parts = 1) {
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
    tracking: { opens: true, clicks: false },
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
    parts,
    calledAt: null,
    locale: "en",
    blocks: [{ id: "body", type: "TEXT" as const, value: "Hello {{subscriber.email}}" }],
  };
  await transact(ctx, [collections.create(newsletter), sends.create(send)]);
  return { businessId, collectionId, entryId };
}

export function createSubscribers(
  businessId: string,
  collectionId: string,
  size: number,
): Promise<StoredSubscriber[]> {
  const emails = Array.from(
    { length: size },
    (_, index) => `reader-${index}@${collectionId.slice(-8)}.example.com`,
  );
  return addSubscribers({ businessId, collectionId, free: "" }, emails);
}

/** Runs senders until one finishes, with the kills spread over the whole sending. */
async function killSenders(edition: OpenSend, size: number, kills: number, random: Random): Promise<number> {
  const message = JSON.stringify({
    business_id: edition.businessId,
    entry_id: edition.entryId,
    round: 1,
    part: 0,
  });
  let killed = 0;
  let done = 0;
  // The lowest rate in mails a millisecond, as a sender that has just started is slow.
  const slowest = 0.08;
  let rate = slowest;
  for (let later = 0; ; later += 61) {
    const mails = (0.9 * 2 * (size - done)) / (kills - killed + 1);
    const life = random.int(Math.max(1, Math.ceil(mails / rate)));
    const seconds = Date.now() / 1000 + later;
    if (await runSender(message, seconds, killed < kills ? life : undefined)) return killed;
    killed += 1;
    const { after: _, ...counts } = await sendProgressOf(edition);
    const gained = counts.sent + counts.skipped - done;
    done += gained;
    if (life > 0) rate = Math.max(slowest, 0.7 * rate + 0.3 * (gained / life));
  }
}

/** Runs a sender and kills it after some milliseconds; returns whether it had finished. */
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
  await Promise.race([pause(killAfter), ended]);
  child.kill("SIGKILL");
  return ended;
}

/** Unsubscribes; retries, as workers may change the record at the same time. */
export function unsubscribePerson(person: StoredSubscriber): Promise<unknown> {
  const ctx = testContext();
  return withRetries(async () => {
    const subscriber = await subscribers.get(person, NEWSLETTER.NOT_SUBSCRIBED());
    const { record } = subscriberLife.transition({ subscriber }, { type: "unsubscribed", now: ctx.now() });
    return transact(ctx, [subscribers.replace(subscriber, record)]);
  });
}

/** Unsubscribes people shortly before their turn: they must get no mail. */
function unsubscribePeople(edition: OpenSend, people: StoredSubscriber[], random: Random) {
  const before = new Set<StoredSubscriber>();
  const after = new Set<StoredSubscriber>();
  let stopped = false;
  const running = (async () => {
    for (let at = 0; !stopped; await pause(UNSUBSCRIBE_MS)) {
      const { after: place } = await sendProgressOf(edition);
      while (at < people.length && (people[at]?.id ?? "") <= place) at += 1;
      const person = people[at + random.int(2 * MEAN_MAILS_BEFORE)];
      if (!person || before.has(person) || after.has(person)) continue;
      await unsubscribePerson(person);
      const isBefore = (await sendProgressOf(edition)).after < person.id;
      (isBefore ? before : after).add(person);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await running;
      return { before: [...before], after: [...after] };
    },
  };
}

async function sendProgressOf({ businessId, entryId }: OpenSend) {
  const found = await progress.find({ businessId, entryId, round: 1, part: 0 });
  return { after: found?.after ?? "", sent: found?.sent ?? 0, skipped: found?.skipped ?? 0 };
}

/** Asserts that people in `none` got no mail; those in `perhaps` may have. Returns the listed email addresses. */
function checkMails(
  send: Awaited<ReturnType<typeof getSend>>,
  mails: Map<string, number>,
  people: StoredSubscriber[],
  { none, perhaps }: Record<"none" | "perhaps", StoredSubscriber[]>,
  kills: number,
): string[] {
  const listed = send.unknownSubscribers.map(({ email }) => email);
  assert.equal(send.status, "sent");
  assert.ok(send.unknown <= kills, `${send.unknown} unknown outcomes of ${kills} kills`);
  assert.equal(new Set(listed).size, send.unknown);
  assert.equal(
    send.sent + send.skipped + send.unknown + send.refused,
    people.length,
    "everybody is accounted for",
  );
  for (const [email, count] of mails) assert.ok(count <= 1, `${email} got ${count} mails`);
  const surprised = none.filter(({ email }) => mails.has(email)).map(({ email }) => email);
  assert.deepEqual(surprised, [], "people who unsubscribed or bounced and got a mail");
  const excused = new Set([...listed, ...[...none, ...perhaps].map(({ email }) => email)]);
  const missing = people
    .map(({ email }) => email)
    .filter((email) => !mails.has(email) && !excused.has(email));
  assert.deepEqual(missing, [], "people who got no mail and are not listed");
  const arrived = [...mails.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(arrived >= send.sent && arrived <= send.sent + send.unknown);
  return listed;
}
