import type { Context } from "#core/context.ts";
import { LEASE_SECONDS } from "#core/dynamo/lease.ts";
import { sendQuota } from "#core/mail/ses.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Edition } from "./edition-email.ts";
import type { SendNewsletter } from "./messages.ts";
import {
  countPartMails,
  leasePart,
  nextSubscribers,
  recordUnknownOutcome,
  saveProgress,
} from "./progress.ts";
import { queueSendStep } from "./queue-send-step.ts";
import type { SendRecord } from "./schema.ts";
import { failWithoutNewsletter, finishIfDone } from "./send.ts";
import { type PartOutcome, type PartSender, sendToSubscribers } from "./send-part.ts";
import { sends } from "./table.ts";

/** Milliseconds of one run; then the queue may start other sends. */
const RUN_MS = 20_000;
/** Seconds until the next try: while SES throttles, and while the daily quota or the plan's mails are used up. */
const BUSY_DELAY = 30;
const QUOTA_DELAY = 900;

/**
 * Sends one part of a newsletter for a while, from where the previous run stopped. If that run crashed while sending a
 * mail, the mail's outcome is first listed as unknown.
 */
export async function sendNewsletter(ctx: Context, message: SendNewsletter): Promise<void> {
  const send = await sends.find({ businessId: message.business_id, entryId: message.entry_id }, ctx);
  if (send?.status !== "sending" || send.round !== message.round) return;
  const taken = await leasePart(message, ctx.now());
  // The sender of the last mail may have died before it finished the part.
  if (!taken) return finishIfDone(ctx, send);
  const edition = await editionOf(ctx, send);
  if (!edition) return failWithoutNewsletter(ctx, send);
  const progress = await recordUnknownOutcome(taken, send.collectionId, ctx.now());
  if (!progress) return;
  const sender: PartSender = { ctx, send, edition, progress };
  const ending = await sendForAWhile(sender).catch(async (error: unknown) => {
    await saveProgress(sender.progress, 0).catch(() => undefined);
    throw error;
  });
  if (ending === "lost" || !(await saveProgress(sender.progress, ctx.now() + LEASE_SECONDS))) return;
  await countPartMails(sender.progress, ctx.now(), edition.newsletter.tracking.clicks);
  const done = ending === "through";
  if (!(await saveProgress({ ...sender.progress, done }, 0))) return;
  if (done) return finishIfDone(ctx, send);
  await queueSendStep(
    message,
    ending === "spent" || (await isQuotaUsedUp()) ? QUOTA_DELAY : ending === "busy" ? BUSY_DELAY : 0,
  );
}

async function sendForAWhile(sender: PartSender): Promise<PartOutcome> {
  const { ctx, send } = sender;
  const until = Date.now() + RUN_MS;
  while (Date.now() < until && !(await isQuotaUsedUp())) {
    const { records, last } = await nextSubscribers(sender.progress, send.collectionId, send.parts);
    if (last === undefined) return "through";
    const ending = await sendToSubscribers(sender, records, until);
    if (ending !== "through") return ending;
    sender.progress = { ...sender.progress, after: last };
    // Extends the lease, because skipped subscribers cause no write that would extend it.
    if (!(await saveProgress(sender.progress, ctx.now() + LEASE_SECONDS))) return "lost";
  }
  return "late";
}

async function isQuotaUsedUp(): Promise<boolean> {
  return (await sendQuota()).leftForBulk <= 0;
}

async function editionOf(ctx: Context, send: SendRecord): Promise<Edition | undefined> {
  const newsletter = await findCollection(send.businessId, send.collectionId);
  if (!newsletter) return undefined;
  const business = await getTenant(ctx, send.businessId);
  return { business, newsletter, entry: { blocks: send.blocks, locale: send.locale } };
}
