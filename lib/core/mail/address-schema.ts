import * as z from "zod";
import { ownProperty } from "#core/own-property.ts";

// RFC 5321: 64 octets before the @; RFC 1035: labels of 63, with no hyphen at either end.
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

// Before anything is lower-cased: the Kelvin sign would become a k, and another person's address.
function isMailbox(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return more.length === 0 && local.length <= 64 && LOCAL.test(local) && DOMAIN.test(domain);
}

/** An address as a person typed it; lower-cased, because no provider in use tells cases apart. */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .refine(isMailbox, "must be an email address")
  .toLowerCase()
  .meta({ format: "email" });

// The two ways to compare addresses. Each use names one of them: nothing else in the project compares addresses.

/** A provider that ignores some signs of a name, by the one of its hosts that stands for all. */
interface Loose {
  host: string;
  ignored: RegExp;
}
/** https://support.google.com/mail/answer/7436150 */
const GMAIL: Loose = { host: "gmail.com", ignored: /\./g };
/** As Proton's own client compares addresses; a name at one of its hosts is the same person's at all of them. */
const PROTON: Loose = { host: "proton.me", ignored: /[._-]/g };
const LOOSE: Readonly<Record<string, Loose>> = {
  ...{ "gmail.com": GMAIL, "googlemail.com": GMAIL },
  ...{ "proton.me": PROTON, "protonmail.com": PROTON, "protonmail.ch": PROTON, "pm.me": PROTON },
};

/**
 * Whether two texts are one address: who somebody is. Only the case of ASCII letters does not count, as no provider in
 * use tells it apart; a tag does, because some providers deliver it to another person.
 *
 * `sameAddress.key(email)` is the text that all spellings of one address have in common, for keys and sets.
 */
export const sameAddress = comparison(addressKey);

/**
 * Whether two addresses lead to one mailbox: what somebody gets, and how often somebody comes. What stands behind a plus
 * does not count, nor do dots and other signs at providers that ignore them. For budgets and limits alone: a mailbox proves nothing.
 *
 * `sameMailbox.key(email)` is the text that all addresses of one mailbox have in common. A phone number is its own.
 */
export const sameMailbox = comparison(mailboxKey);

function comparison(key: (email: string) => string) {
  return Object.assign((one: string, other: string): boolean => key(one) === key(other), { key });
}

// ASCII alone: the Kelvin sign would become a k, and another person's address.
function addressKey(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function mailboxKey(email: string): string {
  const address = addressKey(email);
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const own = local.replace(/(?<=.)\+.*$/s, "");
  const loose = ownProperty(LOOSE, domain);
  return loose === undefined ? `${own}@${domain}` : `${own.replace(loose.ignored, "")}@${loose.host}`;
}
