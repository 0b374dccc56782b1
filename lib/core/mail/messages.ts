import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

// The mail is sealed, because it holds sign-in codes and email addresses of people.
export const SealedBody = z.object({ mail_id: z.string(), sealed: z.string() });
/** A mail that somebody is waiting for, such as a sign-in code. */
export const SendEmail = message("sendEmail", SealedBody);
/** A mail that a tenant sends. It has another queue, so that much of it delays no sign-in code. */
export const SendTenantEmail = message("sendTenantEmail", SealedBody);
export type SealedMail = BodyOf<typeof SendEmail>;
