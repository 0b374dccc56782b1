import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from "@aws-sdk/client-ses";
import { isConnectionFailure, redactAddress, singleAttempt } from "#core/aws.ts";
import { optionalEnv } from "#core/env.ts";
import { logger } from "#core/log.ts";
import { requirePermission } from "#core/required-permissions.ts";
import { isThrottled } from "#core/throttled.ts";
import type { ComposedMail } from "./compose.ts";

/** What SES puts into the events of a mail: letters, digits, `_` and `-`. */
export type MailTags = Record<string, string>;

// One try: whether a mail whose answer was lost has gone is not known, and it must not go twice.
const { options, dropIdle } = singleAttempt(6_000);
let client: SESClient | undefined;

function ses(): SESClient {
  client ??= new SESClient(options);
  dropIdle();
  return client;
}

/** Hands a mail to SES, to its one recipient and nobody else. */
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
      throw redactAddress(error, to);
    });
  return reply.MessageId ?? null;
}

/** What the account may send: mails a second, and what bulk mail may still take of the day's. */
export interface Quota {
  perSecond: number;
  leftForBulk: number;
}

/** Part of the day's quota that is kept for mail that somebody waits for. */
const RESERVED = 0.05;

/** Milliseconds for which a quota is taken to hold. */
const FRESH = 60_000;
let known: { quota: Promise<Quota>; at: number } | undefined;

/** The account's sending quota, read at most once a minute; `MAIL_RATE` stands in for it where it is set. */
export function sendQuota(): Promise<Quota> {
  requirePermission("ses:GetSendQuota", "*");
  const fixed = optionalEnv("MAIL_RATE");
  if (fixed) return Promise.resolve({ perSecond: Number(fixed), leftForBulk: Number.POSITIVE_INFINITY });
  if (!known || Date.now() - known.at > FRESH) {
    const quota = readQuota().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    known = { quota, at: Date.now() };
  }
  return known.quota;
}

async function readQuota(): Promise<Quota> {
  const {
    MaxSendRate = 1,
    Max24HourSend = 200,
    SentLast24Hours = 0,
  } = await ses().send(new GetSendQuotaCommand({}));
  // SES answers -1 for an account without a limit.
  const leftForBulk =
    Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend * (1 - RESERVED) - SentLast24Hours;
  return { perSecond: MaxSendRate, leftForBulk };
}

/**
 * Whether SES surely did not take a mail and may take it another time: it was not reached, was too busy, or refused what
 * is the account's affair and not the mail's, such as missing permission, a paused account or an unverified sender.
 */
export function canRetryMail(error: unknown): boolean {
  const status = errorParts(error).$metadata?.httpStatusCode;
  if (isConnectionFailure(error) || status === 503) return true;
  return status !== undefined && status >= 400 && status < 500 && !isMailRefused(error);
}

// What SES says of a mail that it would refuse from any account.
const OF_THE_MAIL: ReadonlySet<unknown> = new Set(["InvalidParameterValue", "MessageRejected"]);
// In the sandbox, and while an identity is missing, it says "MessageRejected" of every mail.
const OF_THE_ACCOUNT = /not verified|sandbox|paused|suspended|identit/i;

/** The day's quota of the account is used up, or what of it is for mail of tenants: the mail waits until some is free. */
export class DailyQuotaUsedUp extends Error {}

// SES says both of its quotas under one name (https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html).
const OF_THE_DAY = /daily|24.?hour/i;

/** Whether SES takes no more mail of the account until some of the last 24 hours is over. */
export function isDailyQuotaUsedUp(error: unknown): boolean {
  return (
    error instanceof DailyQuotaUsedUp ||
    (isThrottled(error) && OF_THE_DAY.test(errorParts(error).message ?? ""))
  );
}

/** Whether a mail came too soon after others, so that it may go within the second. */
export function isRateExceeded(error: unknown): boolean {
  return isThrottled(error) && !isDailyQuotaUsedUp(error);
}

/** Tells the operator of mail that waits because of the account: its quota, its permissions, its identities, the sandbox. */
export function alertAccountProblem(error: unknown, mail: string): void {
  const { name = "", message, $metadata } = errorParts(error);
  const said = { mail, reason: name, said: message };
  if (isDailyQuotaUsedUp(error))
    logger.error("mail waits for the day's quota", { alarm: "mail-quota", ...said });
  else if (!isRateExceeded(error) && ($metadata?.httpStatusCode ?? 500) < 500)
    logger.error("mail waits for the account", { alarm: "mail-account", ...said });
}

/** Tells the operator of a mail that SES refused for good. */
export function alertMailRefused(error: unknown, mail: string): void {
  const { name, message } = errorParts(error);
  logger.error("mail refused", { alarm: "mail-refused", mail, reason: name, said: message });
}

/** Whether SES refused this very mail, so that trying again is no use. Every other refusal is the account's affair. */
export function isMailRefused(error: unknown): boolean {
  const { name, message = "" } = errorParts(error);
  return OF_THE_MAIL.has(name) && !OF_THE_ACCOUNT.test(message);
}

function errorParts(error: unknown) {
  // Safe: every field is optional, and reading one of anything else gives undefined.
  return (error ?? {}) as {
    name?: string;
    message?: string;
    $metadata?: { httpStatusCode?: number };
  };
}
