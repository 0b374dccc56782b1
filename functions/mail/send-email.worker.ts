import { deliverMail } from "#core/mail/deliver.ts";
import { openMail } from "#core/mail/mail.ts";
import { worker } from "#core/queue/worker.ts";
import { mailWorkers } from "./routes.ts";

export const handler = worker(mailWorkers.sendEmail, async (ctx, message) =>
  deliverMail(ctx, message.mail_id, await openMail(message)),
);
