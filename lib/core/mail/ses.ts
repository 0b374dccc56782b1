import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from "@aws-sdk/client-ses";
import { isConnectionFailure, redactRecipient, singleAttempt } from "#core/aws.ts";
import { optionalEnv } from "#core/env.ts";
import { logger } from "#core/log.ts";
import { requirePermission } from "#core/required-permissions.ts";
import { isThrottled } from "#core/throttled.ts";
import type { ComposedMail } from "./compose.ts";

/** Tags in SES's events about a mail: letters, digits, `_` and `-`. */
export type MailTags = Record<string, string>;

// One try: a mail whose answer was lost may have been sent, and must not be sent twice.
const { options, dropIdle } = singleAttempt(6_000);
let client: SESClient | undefined;

function ses(): SESClient {
  client ??= new SESClient(options);
  dropIdle();
  return client;
}

/** Passes a mail to SES, for its one recipient and nobody else. */
export async function sendRaw({ to, raw }: ComposedMail, tags: MailTags = {}): Promise<string | null> {
  const command = new SendRawEmailCommand({
    Destinations: [to],
    RawMessage: { Data: raw },
    ConfigurationSetName: optionalEnv("MAIL_CONFIGURATION_SET"),
    Tags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
  });
  const reply = await ses()
    .send(command)
    .catch((error: unknown) => {
      throw redactRecipient(error, to);
    });
  return reply.MessageId ?? null;
}

/** The account's limits: mails a second, and how many bulk mails are left of the day's quota. */
export interface Quota {
  perSecond: number;
  leftForBulk: number;
}

/** Part of the day's quota that is reserved for mail that somebody waits for. */
const RESERVED_SHARE = 0.05;

/** Milliseconds for which a quota is cached. */
const QUOTA_CACHE_MS = 60_000;
let cachedQuota: { quota: Promise<Quota>; at: number } | undefined;

/** The account's sending quota, read at most once a minute; `MAIL_RATE` overrides it. */
export function sendQuota(): Promise<Quota> {
  requirePermission("ses:GetSendQuota", "*");
  const fixed = optionalEnv("MAIL_RATE");
  if (fixed) return Promise.resolve({ perSecond: Number(fixed), leftForBulk: Number.POSITIVE_INFINITY });
  if (!cachedQuota || Date.now() - cachedQuota.at > QUOTA_CACHE_MS) {
    const quota = readQuota().catch((error: unknown) => {
      cachedQuota = undefined;
      throw error;
    });
    cachedQuota = { quota, at: Date.now() };
  }
  return cachedQuota.quota;
}

async function readQuota(): Promise<Quota> {
  const {
    MaxSendRate = 1,
    Max24HourSend = 200,
    SentLast24Hours = 0,
  } = await ses().send(new GetSendQuotaCommand({}));
  // SES answers -1 for an account without a limit.
  const leftForBulk =
    Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend * (1 - RESERVED_SHARE) - SentLast24Hours;
  return { perSecond: MaxSendRate, leftForBulk };
}

/**
 * Whether SES certainly did not send a mail and may send it later: SES was not reached, was too busy, or refused the
 * mail because of the account, such as for missing permission, a paused account or an unverified sender.
 */
export function canRetryMail(error: unknown): boolean {
  const status = errorParts(error).$metadata?.httpStatusCode;
  if (isConnectionFailure(error) || status === 503) return true;
  return status !== undefined && status >= 400 && status < 500 && !isMailRefused(error);
}

// Errors by which SES refuses the mail itself, from any account.
const MAIL_ERRORS: ReadonlySet<unknown> = new Set(["InvalidParameterValue", "MessageRejected"]);
// In the sandbox, and without a verified identity, SES answers "MessageRejected" for every mail.
const ACCOUNT_MESSAGE = /not verified|sandbox|paused|suspended|identit/i;

/** The account's daily quota, or its part for mail of tenants, is used up: the mail waits. */
export class DailyQuotaUsedUp extends Error {}

// SES reports both quotas under one name
// (https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html).
const DAILY_MESSAGE = /daily|24.?hour/i;

/** Whether a mail must wait until earlier mails of the account are older than 24 hours. */
export function isDailyQuotaUsedUp(error: unknown): boolean {
  return (
    error instanceof DailyQuotaUsedUp ||
    (isThrottled(error) && DAILY_MESSAGE.test(errorParts(error).message ?? ""))
  );
}

/** Whether a mail exceeded the rate, so that it can be sent a second later. */
export function isRateExceeded(error: unknown): boolean {
  return isThrottled(error) && !isDailyQuotaUsedUp(error);
}

/** Alerts the operator to mail that waits because of the account: its quota, permissions, identities or sandbox. */
export function alertAccountProblem(error: unknown, mail: string): void {
  const { name = "", message, $metadata } = errorParts(error);
  const fields = { mail, reason: name, said: message };
  if (isDailyQuotaUsedUp(error))
    logger.error("mail waits for the day's quota", { alarm: "mail-quota", ...fields });
  else if (!isRateExceeded(error) && ($metadata?.httpStatusCode ?? 500) < 500)
    logger.error("mail waits for the account", { alarm: "mail-account", ...fields });
}

/** Alerts the operator to a mail that SES refused for good. */
export function alertMailRefused(error: unknown, mail: string): void {
  const { name, message } = errorParts(error);
  logger.error("mail refused", { alarm: "mail-refused", mail, reason: name, said: message });
}

/** Whether SES refused this mail itself, so that a retry is useless. Other refusals concern the account. */
export function isMailRefused(error: unknown): boolean {
  const { name, message = "" } = errorParts(error);
  return MAIL_ERRORS.has(name) && !ACCOUNT_MESSAGE.test(message);
}

function errorParts(error: unknown) {
  // Safe: every field is optional, and reading one of anything else gives undefined.
  return (error ?? {}) as {
    name?: string;
    message?: string;
    $metadata?: { httpStatusCode?: number };
  };
}
