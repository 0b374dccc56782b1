import { MailMessage } from "#core/mail/mail.ts";
import { workers } from "#core/queue/contract.ts";

export const mailWorkers = workers("mail", {
  sendEmail: {
    summary: "Hands mails to SES, each at most once",
    trigger: { kind: "queue", message: MailMessage, batchSize: 10 },
    uses: ["table:write", "mail:send", "secrets"],
    timeout: 30,
  },
});
