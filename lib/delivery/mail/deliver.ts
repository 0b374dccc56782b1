import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { logger } from "#core/log.ts";
import { addToLogLine, setLogTenant } from "#core/log-context.ts";
import { type ComposedMail, composeMail, isUnsendable } from "#core/mail/compose.ts";
import { type Mail, openMail } from "#core/mail/mail.ts";
import { type SealedMail, SendEmail, SendTenantEmail } from "#core/mail/messages.ts";
import { type MailPriority, NoSlot, takeSlots } from "#core/mail/rate.ts";
import {
  alertAccountProblem,
  alertMailRefused,
  canRetryMail,
  DailyQuotaUsedUp,
  isDailyQuotaUsedUp,
  isMailRefused,
  isRateExceeded,
  sendQuota,
  sendRaw,
} from "#core/mail/ses.ts";
import { sendNow } from "#core/queue/send.ts";
import type { Delivery as WorkerDelivery } from "#core/queue/worker.ts";
import { allowedRecipient } from "./allowance.ts";
import { countMails } from "./counts.ts";
import { emailHash, isSuppressed, suppressionReads } from "./suppression.ts";
import { type Delivery, mailDeliveries } from "./table.ts";

/** Seconds after a mail was claimed during which it may still be on its way to SES. */
const CLAIM_SECONDS = 60;
/** Milliseconds of the run that must be left to claim, send and record a mail. */
const RESERVED_MS = 8000;
/** Milliseconds after which the suppression of a recipient is checked again. */
const CHECK_VALID_MS = 500;
/** Most tries of a mail while SES reports that the send rate is exceeded. */
const TOO_FAST_TRIES = 4;
/** Seconds until the next try of a mail that waits for the daily quota: the longest delay of an SQS message. */
const QUOTA_DELAY = 900;

/** The outcome of a mail; `known` if an earlier try has already handled it. */
type MailOutcome = "sent" | "refused" | "suppressed" | "unknown" | "known";

/**
 * Sends a mail at most once, however often its message comes and wherever a try crashed. The mail is claimed right
 * before it is sent. A mail that SES refuses for good is not tried again. If SES did not accept it for another reason,
 * the claim is released and the error thrown.
 *
 * @param until time of `Date.now()` after which sending must not start
 * @param slots gives each mail the time at which it may be sent
 */
export async function deliverMail(
  ctx: Context,
  id: string,
  mail: Mail,
  until = Number.POSITIVE_INFINITY,
  slots = takeSlots,
): Promise<MailOutcome> {
  const checkedAt = Date.now();
  addToLogLine({ mail: id, outcome: "known" });
  const { before, suppressed } = await checkRecipient(ctx, id, mail);
  if (before) return reportKnown(ctx, before);
  const claim: Delivery = { id, status: "sending", provider_id: null, created_at: ctx.now() };
  if (suppressed)
    return (await claimMail(ctx, claim)) ? recordOutcome(ctx, claim, mail, "suppressed") : "known";
  let composed: ComposedMail;
  try {
    composed = await composeMail(mail);
  } catch (error) {
    if (!isUnsendable(error)) throw error;
    return (await claimMail(ctx, claim)) ? recordOutcome(ctx, claim, mail, "refused", error) : "known";
  }
  await checkDailyQuota(id, mail);
  await slots(priorityOf(mail), 1, until);
  // The recipient may have unsubscribed while the mail waited.
  const hasLeft = Date.now() - checkedAt > CHECK_VALID_MS && (await checkRecipient(ctx, id, mail)).suppressed;
  if (!(await claimMail(ctx, claim))) return "known";
  const to = hasLeft ? undefined : await allowedRecipient(ctx, mail);
  if (!to) return recordOutcome(ctx, claim, mail, "suppressed");
  const own = to === mail.to ? composed : await composeMail({ ...mail, to });
  return sendClaimed(ctx, claim, mail, own, { until, slots });
}

/** Whether a mail was handled before, and whether its recipient is suppressed. */
async function checkRecipient(ctx: Context, id: string, { to, tenant_id }: Mail) {
  const reads = await suppressionReads(to, tenant_id);
  const [before, ...found] = await readTogether([mailDeliveries.read({ id }), ...reads], ctx);
  return { before, suppressed: isSuppressed(ctx, found, tenant_id) };
}

async function sendClaimed(
  ctx: Context,
  claim: Delivery,
  mail: Mail,
  composed: ComposedMail,
  options: SlotOptions,
): Promise<MailOutcome> {
  let provider_id: string | null;
  try {
    provider_id = await sendInSlot(composed, claim.id, mail, options);
  } catch (error) {
    if (isMailRefused(error)) return recordOutcome(ctx, claim, mail, "refused", error);
    if (!canRetryMail(error)) {
      logger.error("mail outcome unknown", { alarm: "mail-unknown", mail: claim.id, error: asError(error) });
      addToLogLine({ outcome: "unknown" });
      return "unknown";
    }
    await releaseClaim(ctx, claim);
    alertAccountProblem(error, claim.id);
    throw error;
  }
  // The mail was sent, so a failure to record the outcome must not send it again.
  return recordOutcome(ctx, { ...claim, provider_id }, mail, "sent");
}

interface SlotOptions {
  until: number;
  slots: typeof takeSlots;
}

/** Sends a mail; waits for another slot whenever SES reports that the rate is exceeded. */
async function sendInSlot(
  composed: ComposedMail,
  id: string,
  mail: Mail,
  options: SlotOptions,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await sendRaw(composed, tagsOf(id, mail));
    } catch (error) {
      if (!isRateExceeded(error) || tries === TOO_FAST_TRIES || !(await waitForSlot(mail, tries, options)))
        throw error;
    }
  }
}

async function waitForSlot(mail: Mail, tries: number, { until, slots }: SlotOptions): Promise<boolean> {
  await sleep(250 * 2 ** tries * (0.5 + Math.random()));
  try {
    await slots(priorityOf(mail), 1, until);
    return Date.now() < until;
  } catch (error) {
    if (error instanceof NoSlot) return false;
    throw error;
  }
}

function priorityOf({ tenant_id }: Pick<Mail, "tenant_id">): MailPriority {
  return tenant_id === undefined ? "urgent" : "bulk";
}

// Reports a mail that an earlier try has claimed. An old claim shows a crash between sending and recording.
function reportKnown(ctx: Context, { id, status, created_at }: Delivery): MailOutcome {
  if (status === "sending" && ctx.now() - created_at > CLAIM_SECONDS) {
    logger.error("mail outcome unknown", { alarm: "mail-unknown", mail: id });
  }
  return "known";
}

// The last part of the daily quota is reserved for mails that somebody waits for, such as sign-in codes.
async function checkDailyQuota(id: string, mail: Mail): Promise<void> {
  if (priorityOf(mail) === "urgent" || (await sendQuota()).leftForBulk > 0) return;
  const error = new DailyQuotaUsedUp("What tenants may send of the day's quota is used up.");
  alertAccountProblem(error, id);
  throw error;
}

async function recordOutcome(
  ctx: Context,
  claim: Delivery,
  { to, tenant_id }: Pick<Mail, "to" | "tenant_id">,
  status: Exclude<Delivery["status"], "sending">,
  error?: unknown,
): Promise<MailOutcome> {
  if (error) {
    if (isUnsendable(error)) logger.error("mail refused", { mail: claim.id, error: asError(error) });
    else alertMailRefused(error, claim.id);
  }
  const counted = status === "sent" ? "sent" : "failed";
  // Retried, because many workers write a tenant's counts at once.
  await withRetries(() =>
    transact(ctx, [
      mailDeliveries.put({ ...claim, status }),
      tenant_id !== undefined && status !== "suppressed" && countMails(tenant_id, { [counted]: 1 }),
    ]),
  );
  setLogTenant(tenant_id);
  const { id: mail, provider_id } = claim;
  addToLogLine({ mail, to: await emailHash(to), outcome: status, provider_id: provider_id ?? undefined });
  return status;
}

async function releaseClaim(ctx: Context, { id }: Delivery): Promise<void> {
  await transact(ctx, [mailDeliveries.removeKey({ id })]);
}

/**
 * Delivers a queued mail within its worker's time. If the daily quota is used up, a new message is queued, because a
 * message has only five tries and the mail may have to wait for a day.
 */
export async function sendEmail(
  ctx: Context,
  message: SealedMail,
  { until }: Pick<WorkerDelivery, "until">,
): Promise<void> {
  const mail = await openMail(message);
  try {
    await deliverMail(ctx, message.mail_id, mail, until - RESERVED_MS);
  } catch (error) {
    if (!isDailyQuotaUsedUp(error)) throw error;
    addToLogLine({ outcome: "waits" });
    const declared = priorityOf(mail) === "urgent" ? SendEmail : SendTenantEmail;
    await sendNow(declared, { id: message.mail_id, body: message, delay: QUOTA_DELAY });
  }
}

/** The tags by which SES events name their mail. */
export function tagsOf(id: string, { tenant_id }: Pick<Mail, "tenant_id">): Record<string, string> {
  return { mail_id: id, ...(tenant_id === undefined ? {} : { tenant_id }) };
}

async function claimMail(ctx: Context, claim: Delivery): Promise<boolean> {
  return (await tryTransact(ctx, [mailDeliveries.create(claim, expectedFailure("taken"))])) === undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
