import * as z from "zod";

// RFC 5321: 64 octets before the @; RFC 1035: labels of 63, with no hyphen at either end.
const MAILBOX = /^[^@]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** An address as a person typed it; lower-cased, because no provider in use tells cases apart. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("must be an email address").regex(MAILBOX, "must be an email address"));
