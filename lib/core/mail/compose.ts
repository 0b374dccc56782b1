import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { env } from "#core/env.ts";
import { BadAddress, displayName, headerText, parseMailbox, parseSender } from "./address.ts";
import type { Mail } from "./mail.ts";

/** A mail as it is passed to SES. */
export interface ComposedMail {
  to: string;
  raw: Buffer;
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;
// Nobody may add headers for sender and recipient, and those that the composer writes.
const RESERVED_HEADERS =
  /^(from|to|cc|bcc|sender|subject|date|message-id|reply-to|return-path|received|mime-version|content-.*|dkim-.*|x-ses-.*)$/i;

/**
 * Builds the MIME of a mail (RFC 5322, RFC 2045 to 2049): text and HTML, in lines of at most 998 octets, with encoded
 * and folded headers. No value can add a header or a recipient. A reply address that is not one plain address is left
 * out: it is often a stranger's, and the mail matters more.
 *
 * @throws BadAddress when the recipient is not one plain address
 */
export async function composeMail(mail: Mail): Promise<ComposedMail> {
  const to = parseMailbox(mail.to);
  const { name, address } = parseSender(env("MAIL_FROM"));
  const senderName = mail.from_name === undefined ? name : displayName(mail.from_name) || name;
  const message = new MailComposer({
    from: { name: senderName, address },
    to: { name: "", address: to },
    subject: headerText(mail.subject) || "(no subject)",
    text: mail.text,
    html: mail.html,
    textEncoding: "quoted-printable",
    ...replyTo(mail.reply_to),
    headers: safeHeaders(mail.headers),
    ...calendarParts(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return { to, raw: await message.build() };
}

// Mail programs show the first calendar object. The others are attachments, which a reader can open.
function calendarParts({ calendar }: Mail) {
  if (!calendar) return {};
  const { method, content, others = [] } = calendar;
  return {
    icalEvent: { method, content, filename: "appointment.ics" },
    attachments: others.map((other, index) => ({
      filename: `appointment-${index + 2}.ics`,
      content: other,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
  };
}

function replyTo(text: string | undefined) {
  if (text === undefined) return {};
  try {
    return { replyTo: { name: "", address: parseMailbox(text) } };
  } catch (error) {
    if (error instanceof BadAddress) return {};
    throw error;
  }
}

function safeHeaders(headers: Record<string, string> = {}): Record<string, string> {
  const safe = Object.entries(headers).filter(
    ([name]) => HEADER_NAME.test(name) && !RESERVED_HEADERS.test(name),
  );
  return Object.fromEntries(safe.map(([name, value]) => [name, headerText(value, 2000)]));
}

/** Whether a mail can never be composed, so that a retry is useless. */
export function isUnsendable(error: unknown): boolean {
  return error instanceof BadAddress;
}
