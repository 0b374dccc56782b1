import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import * as z from "zod";
import { isConnectionFailure, redactRecipient, singleAttempt } from "#core/aws.ts";
import type { Context } from "./context.ts";
import { entity } from "./dynamo/entity.ts";
import { transact } from "./dynamo/transact.ts";
import { logger } from "./log.ts";
import { addToLogLine } from "./log-context.ts";
import { DAY } from "./seconds.ts";
import { openSms, type SendSms } from "./sms.ts";
import { isThrottled } from "./throttled.ts";

const KEPT_SECONDS = 7 * DAY;

/** A record for each message, written before it is sent: a crash may lose a message, but never sends it twice. */
export const smsDeliveries = entity({
  name: "sms_delivery",
  outward: true,
  schema: z.object({ id: z.string(), created_at: z.int() }),
  pk: "SMS#{id}",
  sk: "SMS",
  ttl: (delivery) => delivery.created_at + KEPT_SECONDS,
  deletion: { tenant: "expires", person: "expires" },
});

/** Sends a text through SNS, at most once however often the queue delivers its message. */
export async function deliverSms(ctx: Context, message: SendSms): Promise<void> {
  const { sms_id } = message;
  addToLogLine({ sms: sms_id, outcome: "known" });
  if (await smsDeliveries.find({ id: sms_id })) return;
  const { to, text } = await openSms(message);
  await transact(ctx, [smsDeliveries.create({ id: sms_id, created_at: ctx.now() })]);
  try {
    addToLogLine({ outcome: "sent", provider_id: await publishSms(to, text) });
  } catch (error) {
    if (isNotAccepted(error)) {
      await transact(ctx, [smsDeliveries.removeKey({ id: sms_id })]);
      throw error;
    }
    addToLogLine({ outcome: "refused" });
    logger.error("sms refused", { sms: sms_id, error: error as Error });
  }
}

const { options, dropIdle } = singleAttempt(6_000);
let client: SNSClient | undefined;

async function publishSms(PhoneNumber: string, Message: string): Promise<string | undefined> {
  client ??= new SNSClient(options);
  dropIdle();
  const MessageAttributes = { "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" } };
  const command = new PublishCommand({ PhoneNumber, Message, MessageAttributes });
  const reply = await client.send(command).catch((error: unknown) => {
    throw redactRecipient(error, PhoneNumber);
  });
  return reply.MessageId;
}

function isNotAccepted(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return isConnectionFailure(error) || isThrottled(error) || $metadata?.httpStatusCode === 503;
}
