// How many mails a business sent, and what became of them.

import { TENANT } from "#core/errors.ts";
import { get, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { MailStats, SesMessage } from "#lib/delivery/notifications/schema.ts";

export const notifications = routes("delivery/notifications", "/v1/notifications/track", "business", {
  trackOpen: get("/email/{trackingPixelId}", {
    summary: "The picture that tells of a mail being opened",
    description: "The answer is the same for every id.",
    needs: "none",
    returns: "bytes",
    produces: "image/gif",
    uses: ["table:write", "secrets"],
  }),
  getMailStats: get("/stats/{businessId}", {
    summary: "Counts of a business's mails: sent, opened, bounced",
    needs: "READ",
    returns: MailStats,
    errors: [TENANT.NOT_FOUND],
  }),
});

export const notificationWorkers = workers("delivery/notifications", {
  recordMailEvents: {
    summary: "Heeds what SES reports of mails: bounces, complaints, deliveries",
    trigger: { kind: "queue", message: SesMessage, foreign: true },
  },
});
