import { SESClient, SendRawEmailCommand } from "@aws-sdk/client-ses";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import * as z from "zod";
import type { Context } from "#core/context.ts";
import { entity } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env, optionalEnv } from "#core/env.ts";
import { logger } from "#core/log.ts";
import type { Mail } from "./mail.ts";

const KEPT = 30 * 24 * 3600;

/** What became of a mail. `sending` with nobody sending any more is an unknown outcome: it is never sent again. */
export const mailDeliveries = entity({
  name: "mail_delivery",
  schema: z.object({
    id: z.string(),
    status: z.enum(["sending", "sent", "refused"]),
    provider_id: z.string().nullable(),
    created_at: z.int(),
  }),
  pk: "MAIL#{id}",
  sk: "MAIL",
  ttl: (delivery) => delivery.created_at + KEPT,
  deletion: { tenant: "expires", person: "expires" },
});

let client: SESClient | undefined;

/**
 * Sends a mail at most once, however often the message comes and wherever a try crashed: it is claimed before it is
 * handed over. A mail that SES refuses for good is not tried again; where SES was not reached the claim is given back.
 */
export async function deliverMail(ctx: Context, id: string, mail: Mail): Promise<void> {
  const claim = { id, status: "sending" as const, provider_id: null, created_at: ctx.now() };
  const known = await mailDeliveries.find({ id });
  if (known) return;
  await transact(ctx, [mailDeliveries.create(claim)]);
  try {
    const provider_id = await send(mail);
    await transact(ctx, [mailDeliveries.put({ ...claim, status: "sent", provider_id })]);
  } catch (error) {
    if (wasNotSent(error)) {
      await transact(ctx, [mailDeliveries.removeKey({ id })]);
      throw error;
    }
    logger.error("mail refused", { mail: id, error: error as Error });
    if (wasRefused(error)) await transact(ctx, [mailDeliveries.put({ ...claim, status: "refused" })]);
  }
}

async function send(mail: Mail): Promise<string | null> {
  client ??= new SESClient({ maxAttempts: 1 });
  const message = new MailComposer({
    from: env("MAIL_FROM"),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    replyTo: mail.reply_to,
    headers: mail.headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const reply = await client.send(
    new SendRawEmailCommand({
      RawMessage: { Data: await message.build() },
      ConfigurationSetName: optionalEnv("MAIL_CONFIGURATION_SET"),
    }),
  );
  return reply.MessageId ?? null;
}

function wasNotSent(error: unknown): boolean {
  const { code, name, $metadata } = error as {
    code?: string;
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    code === "ECONNREFUSED" ||
    name === "Throttling" ||
    name === "ThrottlingException" ||
    $metadata?.httpStatusCode === 503
  );
}

function wasRefused(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status >= 400 && status < 500;
}
