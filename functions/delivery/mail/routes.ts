import { MailMessage } from "#core/mail/mail.ts";
import { workers } from "#core/queue/contract.ts";

const sending = {
  trigger: { kind: "queue", message: MailMessage, batchSize: 10 },
  uses: ["table:write", "mail:send", "secrets"],
  timeout: 30,
} as const;

export const mailWorkers = workers("delivery/mail", {
  sendEmail: { ...sending, summary: "Hands mails that somebody waits for to SES, each at most once" },
  sendTenantEmail: { ...sending, summary: "Hands mails that tenants send to SES, each at most once" },
});
