import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { logger } from "#core/log.ts";
import { type ComposedMail, composeMail, isUnsendable } from "#core/mail/compose.ts";
import type { Mail } from "#core/mail/mail.ts";
import { bulkChunk, sleepUntil, takeSlots } from "#core/mail/rate.ts";
import {
  alertAccountProblem,
  alertMailRefused,
  canRetryMail,
  isDailyQuotaUsedUp,
  isMailRefused,
  type MailTags,
  sendRaw,
} from "#core/mail/ses.ts";
import { tagsOf } from "#lib/delivery/mail/deliver.ts";
import { editionMailId } from "#lib/delivery/mail/edition-counts.ts";
import { emailHash, findSuppressed } from "#lib/delivery/mail/suppression.ts";
import { releaseMonthlyFeature, tryUseFeature } from "#lib/tenancy/plans/features.ts";
import { type Edition, editionEmail } from "./edition-email.ts";
import { claimSubscriber, recordUnknownOutcome } from "./progress.ts";
import type { SendRecord, StoredSubscriber } from "./schema.ts";
import type { Progress } from "./table.ts";
import { isActive } from "./view.ts";

/** Most mails whose send times and suppressions are requested together. */
const MAX_GROUP = 25;
/** Milliseconds by which a mail may miss its send time; the unused part of the quota allows it. */
const TOLERANCE_MS = 80;
const MAX_BUSY_TRIES = 3;

/** A sender that works on one part of a send; the next write stores `progress`. */
export interface PartSender {
  readonly ctx: Context;
  readonly send: SendRecord;
  readonly edition: Edition;
  progress: Progress;
}

/**
 * `through`: nothing stopped it. `late`: the time is up. `lost`: another sender took over. `busy`: SES throttles.
 * `spent`: the business's plan has no mails left.
 */
export type PartOutcome = "through" | "late" | "lost" | "busy" | "spent";

/**
 * Sends to subscribers one after the other until `until`, a time of `Date.now()`.
 *
 * Each subscriber is stored before the mail is sent, together with the outcome of the previous mail. So a crash leaves
 * only one unknown outcome; that mail is listed and not sent again.
 */
export async function sendToSubscribers(
  sender: PartSender,
  subscribers: StoredSubscriber[],
  until: number,
): Promise<PartOutcome> {
  const share = Math.max(1, Math.min(MAX_GROUP, Math.floor((await bulkChunk()) / sender.send.parts)));
  const left = [...subscribers];
  // Requests about as many send times as the last group used in time.
  for (let size = share; left.length > 0; ) {
    const taken = await reserveMails(sender, Math.min(size, left.length));
    if (taken === 0) return "spent";
    const gone = sentOrUnknown(sender);
    const group = left.slice(0, taken);
    const { ending, handled } = await sendGroup(sender, group, until);
    // Reserved mails that are not sent are released here; after a crash they stay counted against the plan.
    await releaseMonthlyFeature(
      sender.ctx,
      sender.send.businessId,
      "newsletter_mails",
      taken - (sentOrUnknown(sender) - gone),
    );
    if (ending !== "through") return ending;
    left.splice(0, handled);
    size = handled < group.length ? Math.max(1, handled) : Math.min(share, size + 1);
  }
  return "through";
}

/** Reserves up to `most` mails of the business's plan; returns how many, 0 if none are left. */
async function reserveMails({ ctx, send }: PartSender, most: number): Promise<number> {
  for (let count = most; count > 0; count = Math.floor(count / 2)) {
    if (await tryUseFeature(ctx, send.businessId, "newsletter_mails", count)) return count;
  }
  return 0;
}

/** Sends a group of mails; stops at one that misses its send time, because another sender may use the next. */
async function sendGroup(
  sender: PartSender,
  group: StoredSubscriber[],
  until: number,
): Promise<{ ending: PartOutcome; handled: number }> {
  const emails = group.map(({ email }) => email);
  const slots = await takeSlots("bulk", group.length);
  const suppressed = await findSuppressed(emails, sender.send.businessId);
  for (const [index, subscriber] of group.entries()) {
    const slot = slots[index] ?? 0;
    await sleepUntil(slot);
    if (Date.now() > until) return { ending: "late", handled: index };
    if (index > 0 && Date.now() > slot + TOLERANCE_MS) return { ending: "through", handled: index };
    const ending = await sendOne(sender, subscriber, suppressed.has(subscriber.email));
    if (ending !== "through") return { ending, handled: index };
  }
  return { ending: "through", handled: group.length };
}

async function sendOne(
  sender: PartSender,
  subscriber: StoredSubscriber,
  suppressed: boolean,
): Promise<PartOutcome> {
  const { ctx, send, edition } = sender;
  if (suppressed || !isActive(subscriber, ctx.now())) return skipSubscriber(sender, subscriber, "skipped");
  const mailId = editionMailId(send.entryId, send.round, subscriber.id);
  const composed = await tryCompose(await editionEmail(ctx, edition, subscriber, mailId));
  if (!composed) return skipSubscriber(sender, subscriber, "refused");
  const before = sender.progress;
  const claimed = await claimSubscriber(before, subscriber, ctx.now());
  if (claimed === "lost") return "lost";
  if (claimed === "left") return skipSubscriber(sender, subscriber, "skipped");
  sender.progress = claimed;
  const { outcome, provider_id } = await sendMail(composed, tagsOf(mailId, { tenant_id: send.businessId }));
  logger.info("mail", { mail: mailId, to: await emailHash(subscriber.email), outcome, provider_id });
  if (outcome === "unknown") {
    const settled = await recordUnknownOutcome(claimed, send.collectionId, ctx.now());
    sender.progress = settled ?? claimed;
    return settled ? "through" : "lost";
  }
  const after = { ...claimed, inFlight: "" };
  // If SES did not accept the mail, the next run starts again with this subscriber.
  sender.progress = outcome === "busy" ? { ...after, after: before.after } : withCount(after, outcome);
  return outcome === "busy" ? "busy" : "through";
}

// The next write stores the count. After a crash before it, the subscriber is checked again with the same result.
function skipSubscriber(
  sender: PartSender,
  { id }: StoredSubscriber,
  counted: "skipped" | "refused",
): PartOutcome {
  sender.progress = withCount({ ...sender.progress, after: id }, counted);
  return "through";
}

function withCount(progress: Progress, counted: "sent" | "skipped" | "refused"): Progress {
  return { ...progress, [counted]: progress[counted] + 1 };
}

async function tryCompose(letter: Mail): Promise<ComposedMail | undefined> {
  try {
    return await composeMail(letter);
  } catch (error) {
    if (isUnsendable(error)) return undefined;
    throw error;
  }
}

interface SendResult {
  outcome: "sent" | "refused" | "unknown" | "busy";
  /** The message id of SES. */
  provider_id?: string | null;
}

/** Sends a mail; retries while SES throttles, because a throttled mail was not accepted. */
async function sendMail(composed: ComposedMail, tags: MailTags): Promise<SendResult> {
  for (let tries = 1; ; tries++) {
    try {
      return { outcome: "sent", provider_id: await sendRaw(composed, tags) };
    } catch (error) {
      if (isMailRefused(error)) {
        alertMailRefused(error, tags.mail_id ?? "");
        return { outcome: "refused" };
      }
      if (!canRetryMail(error)) return { outcome: "unknown" };
      if (tries === MAX_BUSY_TRIES || isDailyQuotaUsedUp(error)) {
        alertAccountProblem(error, tags.mail_id ?? "");
        return { outcome: "busy" };
      }
    }
    await sleep(100 * 2 ** tries);
    await takeSlots("bulk");
  }
}

/** Number of mails that were sent or may have been sent. */
function sentOrUnknown({ progress }: PartSender): number {
  return progress.sent + progress.unknown;
}
