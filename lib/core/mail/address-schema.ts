import * as z from "zod";
import { ownProperty } from "#core/own-property.ts";

// RFC 5321: 64 octets before the @; RFC 1035: labels of 63, with no hyphen at either end.
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

// Checked before lower-casing, which turns the Kelvin sign into a k, and so makes another person's email address.
function isMailbox(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return more.length === 0 && local.length <= 64 && LOCAL_PART.test(local) && DOMAIN.test(domain);
}

/** A typed email address, in lower case, because no provider in use distinguishes cases. */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .refine(isMailbox, "must be an email address")
  .toLowerCase()
  .meta({ format: "email" });

// Compare email addresses only by `sameAddress` and `sameMailbox`.

/** A mail provider that ignores some characters before the @; `host` is the main one of its domains. */
interface LooseProvider {
  host: string;
  ignored: RegExp;
}
/** https://support.google.com/mail/answer/7436150 */
const GMAIL: LooseProvider = { host: "gmail.com", ignored: /\./g };
/** As Proton's own client compares addresses; all its domains lead to the same mailbox. */
const PROTON: LooseProvider = { host: "proton.me", ignored: /[._-]/g };
const LOOSE_PROVIDERS: Readonly<Record<string, LooseProvider>> = {
  ...{ "gmail.com": GMAIL, "googlemail.com": GMAIL },
  ...{ "proton.me": PROTON, "protonmail.com": PROTON, "protonmail.ch": PROTON, "pm.me": PROTON },
};

/**
 * Whether two texts are the same email address, and so the same person. Only the case of ASCII letters is ignored. Tags
 * count, because some providers deliver them to another person. `sameAddress.key(email)` is the same text for all
 * spellings, for keys and sets.
 */
export const sameAddress = comparisonBy(addressKey);

/**
 * Whether two email addresses lead to one mailbox. It ignores tags, and dots where the provider does. Only for budgets
 * and limits: a mailbox proves no identity. `sameMailbox.key(email)` is the same text for all addresses of a mailbox;
 * a phone number is its own key.
 */
export const sameMailbox = comparisonBy(mailboxKey);

function comparisonBy(key: (email: string) => string) {
  return Object.assign((one: string, other: string): boolean => key(one) === key(other), { key });
}

// Lower-cases ASCII only: the Kelvin sign would become a k, and so another person's email address.
function addressKey(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function mailboxKey(email: string): string {
  const address = addressKey(email);
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const own = local.replace(/(?<=.)\+.*$/s, "");
  const loose = ownProperty(LOOSE_PROVIDERS, domain);
  return loose === undefined ? `${own}@${domain}` : `${own.replace(loose.ignored, "")}@${loose.host}`;
}
