import * as z from "zod";

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
