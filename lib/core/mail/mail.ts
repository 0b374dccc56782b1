import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { Message } from "#core/queue/message.ts";
import { sendNow } from "#core/queue/send.ts";
import { sealBytes, unsealBytes } from "#core/seal.ts";
import { type SealedBody, type SealedMail, SendEmail, SendTenantEmail } from "./messages.ts";
import { type Email, renderEmail } from "./template.ts";

const PURPOSE = "mail";

export const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  reply_to: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Display name of the sender, in place of the service's own. */
  from_name: z.string().optional(),
  /** An invitation (RFC 5545) for the recipient's calendar. */
  calendar: z
    .object({
      method: z.enum(["PUBLISH", "CANCEL"]),
      content: z.string(),
      /** Further objects of the same method. */
      others: z.array(z.string()).optional(),
    })
    .optional(),
  /** The tenant that sends it: its suppression list applies, and its statistics count the mail. */
  tenant_id: z.string().optional(),
  /**
   * Whether the recipient has proven the email address. A tenant's mails to an unproven one count against a
   * limit of the mailbox, and while the tenant is new, against one of the tenant.
   */
  proven: z.boolean().optional(),
  /** Proven email address that gets the mail instead once one of these limits is reached. */
  otherwise: z.string().optional(),
});
export type Mail = z.output<typeof Mail>;

type MailContent = Email | Pick<Mail, "subject" | "text" | "html">;
/** Mails with the same `id` are sent once. */
type MailOptions = Omit<Mail, "to" | "subject" | "text" | "html"> & { id?: string };

/** The write that causes an email to be sent if its transaction commits. */
export async function enqueueMail(
  ctx: Context,
  to: string,
  email: MailContent,
  options: MailOptions = {},
): Promise<Write> {
  const { declared, body } = await sealedMail(ctx, to, email, options);
  return enqueue(ctx, declared, body);
}

/**
 * Sends an email at once, without the table: for a worker that writes nothing else, and that sends a mail with the
 * same id when it is retried.
 */
export async function sendMailNow(
  ctx: Context,
  to: string,
  email: MailContent,
  options: MailOptions & { id: string },
): Promise<void> {
  const { declared, body } = await sealedMail(ctx, to, email, options);
  await sendNow(declared, { id: options.id, body });
}

async function sealedMail(
  ctx: Context,
  to: string,
  email: MailContent,
  { id: mail_id = newId("mail", ctx.clock()), ...more }: MailOptions,
): Promise<{ declared: Message<string, typeof SealedBody>; body: SealedMail }> {
  const content: Mail = {
    to,
    subject: email.subject,
    ...("html" in email ? email : renderEmail(email)),
    ...more,
  };
  const declared = content.tenant_id === undefined ? SendEmail : SendTenantEmail;
  const sealed = await sealBytes(PURPOSE, compressMail(content), mail_id);
  return { declared, body: { mail_id, sealed: sealed.toString("base64url") } };
}

/** Opens a mail from the queue. */
export async function openMail({ mail_id, sealed }: SealedMail): Promise<Mail> {
  const packed = await unsealBytes(PURPOSE, Buffer.from(sealed, "base64url"), mail_id);
  if (packed === undefined) throw new Error(`The mail ${mail_id} does not open.`);
  return Mail.parse(JSON.parse(brotliDecompressSync(packed).toString("utf8")));
}

// A mail has its content twice, as text and as HTML, and both of a large record exceed an item. Compressed with a
// window over both, they are smaller than the record.
function compressMail(content: Mail): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return brotliCompressSync(JSON.stringify(content), { params });
}
