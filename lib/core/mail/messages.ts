import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

// The mail is sealed, because it holds sign-in codes and email addresses of people.
export const SealedBody = z.object({ mail_id: z.string(), sealed: z.string() });
/** A mail that somebody is waiting for, such as a sign-in code. */
export const SendEmail = message("sendEmail", SealedBody);
/** A tenant's mail, in a queue of its own: however much it is, it delays nobody else's. */
export const SendTenantEmail = message("sendTenantEmail", SealedBody);
export type SealedMail = BodyOf<typeof SendEmail>;
