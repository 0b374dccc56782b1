import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { type Composed, compose, isUnsendable } from "#core/mail/compose.ts";
import { tagsOf } from "#core/mail/deliver.ts";
import { bulkChunk, sleepUntil, takeSlots } from "#core/mail/rate.ts";
import { type MailTags, sendQuota, sendRaw, wasNotSent, wasRefused } from "#core/mail/ses.ts";
import { sendMessages } from "#core/queue/send.ts";
import { findCollection } from "#lib/legacy-content/service.ts";
import { getTenant } from "#lib/tenants/service.ts";
import { type Edition, letterFor } from "./letter.ts";
import type { SendMessage, SendRecord } from "./schema.ts";
import { finishSend } from "./send.ts";
import { advance, countShard, mayGet, nextSubscribers, settleInFlight, takeShard } from "./shard.ts";
import { type Progress, type StoredSubscriber, sends } from "./table.ts";

const QUEUE = "send-newsletter";
/** Milliseconds of one step: then the next campaign in the queue has its turn. */
const BUDGET = 20_000;
/** Seconds after which it is tried again when the day's quota is used up. */
const WHEN_EXHAUSTED = 900;
const BUSY_TRIES = 6;

/**
 * Sends a shard of a newsletter for a while, one mail after the other. Each subscriber is written down before the mail
 * goes, with what came of the one before: whoever goes on after a crash knows that all others went or did not, and that
 * of this one nobody knows. It is listed and not sent again.
 */
export async function sendStep(ctx: Context, message: SendMessage): Promise<void> {
  const send = await sends.find({ businessId: message.business_id, entryId: message.entry_id });
  if (send?.status !== "sending" || send.round !== message.round) return;
  const taken = await takeShard(message, ctx.now());
  if (!taken) return;
  const edition = await editionOf(ctx, send);
  if (!edition) return finishSend(ctx, send, "The newsletter was deleted.");
  const started = await settleInFlight(taken, send.collectionId, ctx.now());
  const held = started && (await run(ctx, send, edition, started));
  if (!held) return;
  await countShard(held);
  if (held.done) return finishSend(ctx, send);
  await advance(held, ctx.now(), { leaseUntil: 0 });
  await callSender(message, (await isExhausted()) ? WHEN_EXHAUSTED : 0);
}

/** Puts a step of a shard into the queue. */
export async function callSender(message: SendMessage, delay = 0): Promise<void> {
  const { entry_id, round, shard } = message;
  const id = `${entry_id}:${round}:${shard}:${Date.now()}`;
  const failed = await sendMessages(QUEUE, [{ id, body: message, delay }]);
  if (failed.length > 0) throw new Error("The queue of newsletters did not take a message.");
}

/** The id of one subscriber's mail of a send: the same however often it is tried. */
export function mailIdOf(
  { entryId, round }: Pick<SendRecord, "entryId" | "round">,
  subscriberId: string,
): string {
  return `mail_${entryId}_${round}_${subscriberId}`;
}

async function run(
  ctx: Context,
  send: SendRecord,
  edition: Edition,
  started: Progress,
): Promise<Progress | undefined> {
  const until = Date.now() + BUDGET;
  const slots = new Slots(send.shards);
  let held: Progress | undefined = started;
  while (held && Date.now() < until) {
    if (await isExhausted()) return held;
    const { records, last } = await nextSubscribers(held, send.collectionId, send.shards);
    if (last === undefined) return advance(held, ctx.now(), { done: true, inFlight: "" });
    for (const [index, subscriber] of records.entries()) {
      await slots.next(records.length - index);
      held = await sendOne(ctx, send, edition, held, subscriber, slots);
      if (!held || Date.now() > until) return held;
    }
    held = await advance(held, ctx.now(), { after: last });
  }
  return held;
}

async function sendOne(
  ctx: Context,
  send: SendRecord,
  edition: Edition,
  held: Progress,
  subscriber: StoredSubscriber,
  slots: Slots,
): Promise<Progress | undefined> {
  const { id } = subscriber;
  const mailId = mailIdOf(send, id);
  const composed = await compose(await letterFor(ctx, edition, subscriber, mailId)).catch(
    (error: unknown) => {
      if (isUnsendable(error)) return undefined;
      throw error;
    },
  );
  if (!composed) return advance(held, ctx.now(), { after: id }, { refused: 1 });
  if (!(await mayGet(subscriber, ctx.now()))) return advance(held, ctx.now(), { after: id }, { skipped: 1 });
  const claimed = await advance(held, ctx.now(), { after: id, inFlight: id });
  if (!claimed) return undefined;
  const outcome = await hand(composed, tagsOf(mailId, { tenant_id: send.businessId }), slots);
  if (outcome === "unknown") return settleInFlight(claimed, send.collectionId, ctx.now());
  return advance(claimed, ctx.now(), { inFlight: "" }, { [outcome]: 1 });
}

/** Hands a mail over; while SES says that it is too busy, and so surely did not take it, it is asked again. */
async function hand(
  composed: Composed,
  tags: MailTags,
  slots: Slots,
): Promise<"sent" | "refused" | "unknown"> {
  for (let tries = 1; ; tries++) {
    try {
      await sendRaw(composed, tags);
      return "sent";
    } catch (error) {
      if (!wasNotSent(error)) return wasRefused(error) ? "refused" : "unknown";
      if (tries === BUSY_TRIES) throw error;
    }
    await sleep(100 * 2 ** tries);
    await slots.next();
  }
}

/** Moments at which mails may go, taken from the account's rate a few at a time. */
class Slots {
  #left: number[] = [];
  readonly #senders: number;

  constructor(senders: number) {
    this.#senders = senders;
  }

  /** @param most mails that are left to send, so that none is taken for nothing */
  async next(most = 1): Promise<void> {
    if (this.#left.length === 0) {
      const share = Math.max(1, Math.floor((await bulkChunk()) / this.#senders));
      this.#left = await takeSlots("bulk", Math.min(most, share));
    }
    await sleepUntil(this.#left.shift() ?? 0);
  }
}

async function isExhausted(): Promise<boolean> {
  return (await sendQuota()).leftForBulk <= 0;
}

async function editionOf(ctx: Context, send: SendRecord): Promise<Edition | undefined> {
  const newsletter = await findCollection(send.businessId, send.collectionId);
  if (!newsletter) return undefined;
  const business = await getTenant(ctx, send.businessId);
  return { business, newsletter, entry: { blocks: send.blocks, locale: send.locale } };
}
