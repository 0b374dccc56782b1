// How mail gets to people, and what becomes of it.

import { GENERAL, TENANT } from "#core/errors.ts";
import { get, routes } from "#core/http/contract.ts";
import { SendEmail, SendTenantEmail } from "#core/mail/messages.ts";
import { workers } from "#core/queue/contract.ts";
import { MailStats, SesMessage } from "#lib/delivery/mail/schema.ts";

export const mailReports = routes("delivery/mail", "/v1/notifications/track", "business", {
  trackOpen: get("/email/{trackingPixelId}", {
    summary: "The picture that records the opening of a mail",
    description: "The answer is the same for every id.",
    needs: "none",
    returns: "bytes",
    produces: "image/gif",
    uses: ["table:write", "secrets"],
  }),
  trackClick: get("/click/{token}", {
    summary: "Where a link of a newsletter leads",
    description:
      "A count that fails keeps no reader from getting there. The address says that its visitor comes from the newsletter, unless it says something else already.",
    needs: "none",
    returns: "redirect",
    status: 302,
    worksWhileClosed: true,
    unnamed: true,
    errors: [GENERAL.NOT_FOUND],
    uses: ["table:write", "secrets"],
    extension: true,
  }),
  getMailStats: get("/stats/{businessId}", {
    summary: "Counts of a business's mails: sent, opened, bounced",
    needs: "READ",
    returns: MailStats,
    errors: [TENANT.NOT_FOUND],
  }),
});

const sendOptions = {
  uses: ["table:write", "mail:send", "queue:send", "secrets"],
  // Mail above the day's quota is queued again.
  sends: [SendEmail, SendTenantEmail],
  timeout: 60,
} as const;

export const mailWorkers = workers("delivery/mail", {
  sendEmail: {
    ...sendOptions,
    summary: "Sends mails that somebody waits for through SES, each at most once",
    trigger: { kind: "queue", message: SendEmail, batchSize: 10, maxConcurrency: 10 },
  },
  sendTenantEmail: {
    ...sendOptions,
    summary: "Sends mails of tenants through SES, each at most once",
    trigger: { kind: "queue", message: SendTenantEmail, batchSize: 10, maxConcurrency: 5 },
  },
  recordMailEvents: {
    summary: "Processes reports of SES: bounces, complaints, deliveries",
    trigger: { kind: "queue", message: SesMessage, foreign: true },
    uses: ["table:write", "secrets"],
  },
});
