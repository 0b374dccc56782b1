// The workers that send mail and hear what became of it.

import { SendEmail, SendTenantEmail } from "#core/mail/mail.ts";
import { workers } from "#core/queue/contract.ts";

const sending = {
  uses: ["table:write", "mail:send", "secrets"],
  timeout: 60,
} as const;

export const mailWorkers = workers("delivery/mail", {
  sendEmail: {
    ...sending,
    summary: "Hands mails that somebody waits for to SES, each at most once",
    trigger: { kind: "queue", message: SendEmail, batchSize: 10, maxConcurrency: 10 },
  },
  sendTenantEmail: {
    ...sending,
    summary: "Hands mails that tenants send to SES, each at most once",
    trigger: { kind: "queue", message: SendTenantEmail, batchSize: 10, maxConcurrency: 5 },
  },
});
