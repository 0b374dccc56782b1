import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

// The mail itself is sealed, because sign-in codes and addresses of people are in it.
export const Sealed = z.object({ mail_id: z.string(), sealed: z.string() });
/** A mail that somebody is waiting for, such as a sign-in code. */
export const SendEmail = message("sendEmail", Sealed);
/** What tenants send: however much it is, it is in nobody else's way. */
export const SendTenantEmail = message("sendTenantEmail", Sealed);
export type SealedMail = Body<typeof SendEmail>;
