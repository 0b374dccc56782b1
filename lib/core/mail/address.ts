import { domainToASCII } from "node:url";

/** Why an email address cannot be used: the reason is logged, and the mail is refused. */
export class BadAddress extends Error {}

const MAX_EMAIL_LENGTH = 254;
// RFC 5322's dot-atom, the form of real mailboxes: no quotes, no commas, nothing that could break a header.
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;

/**
 * The only mailbox in a text, with its domain in ASCII (RFC 5891).
 *
 * @throws BadAddress for anything but one plain address: lists, display names, control characters, and local parts
 *   beyond ASCII, which SES does not carry
 */
export function parseMailbox(text: string): string {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = mailDomain(text.slice(at + 1));
  const address = `${local}@${domain}`;
  if (
    at < 1 ||
    domain === undefined ||
    local.length > 64 ||
    address.length > MAX_EMAIL_LENGTH ||
    !LOCAL_PART.test(local)
  ) {
    throw new BadAddress("It is not one plain mail address.");
  }
  return address;
}

/**
 * A text for a header: one line, without control characters, without direction marks, and without words that a mail
 * program would decode (RFC 2047).
 */
export function headerText(text: string, longest = 500): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll("=?", "= ?")
    .trim()
    .slice(0, longest);
}

/**
 * A stranger's name in a mail to somebody else: letters, spaces, hyphens and apostrophes only, so that it carries no
 * message and no link.
 */
export function personName(text: string): string {
  return plainName(text, /[^\p{L}\p{M} '’-]+/gu);
}

/** The name of a business in a mail: letters, digits, `&`, hyphens and apostrophes only, so that it becomes no link. */
export function businessName(text: string): string {
  return plainName(text, /[^\p{L}\p{M}\p{N} &'’-]+/gu);
}

function plainName(text: string, others: RegExp): string {
  return text.normalize("NFC").replace(others, " ").replace(/\s+/g, " ").trim().slice(0, 60).trim();
}

/** A sender such as `Acme Shop <mail@acme.example>`, with an optional name before the address. */
const SENDER = /^\s*([^<>@]*?)\s*<([^<>]+)>\s*$/;

/**
 * Splits a sender. IAM's `ses:FromAddress` compares this exact address.
 *
 * @throws BadAddress when there is not exactly one plain address
 */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = "", address = text] = SENDER.exec(text) ?? [];
  return { name: displayName(name), address: parseMailbox(address.trim()) };
}

/** Whether a text is a sender, with or without a name. */
export function isSender(text: string): boolean {
  try {
    return headerText(text) === text && parseSender(text).address !== "";
  } catch {
    return false;
  }
}

/** Whether an identity that SES has verified covers a sender: a domain with its subdomains, or an email address. */
export function isSenderOf(identity: string, from: string): boolean {
  if (!isSender(from)) return false;
  const address = parseSender(from).address.toLowerCase();
  if (identity.includes("@"))
    return isSender(identity) && parseSender(identity).address.toLowerCase() === address;
  const domain = mailDomain(identity);
  return domain !== undefined && (address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`));
}

/** A mail domain in ASCII (RFC 5891), or `undefined` where the text is none. */
export function mailDomain(text: string): string | undefined {
  const domain = domainToASCII(text);
  return DOMAIN.test(domain) ? domain : undefined;
}

/** A display name. It must not look like an email address, because mail programs would show that as the sender. */
export function displayName(text: string): string {
  return headerText(text, 100)
    .replace(/[@<>"\\,;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
