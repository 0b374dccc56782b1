import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { addToLogLine, setLogTenant } from "#core/log-context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { countMail } from "./counts.ts";
import type { MailCounts } from "./counts-schema.ts";
import { isMachine, recordOpen } from "./pixel.ts";
import { onceForMail } from "./receipts.ts";
import type { SesEvent } from "./schema.ts";
import { suppress } from "./suppression.ts";

const COUNTED_EVENTS: Record<string, keyof MailCounts> = {
  Delivery: "delivered",
  Bounce: "bounced",
  Complaint: "complained",
  Reject: "failed",
  "Rendering Failure": "failed",
};

/**
 * Counts an SES event once. A permanent bounce suppresses the email address for every tenant, a complaint only for the
 * tenant that sent the mail.
 */
export async function recordMailEvents(ctx: Context, event: SesEvent | string): Promise<void> {
  if (typeof event === "string") {
    addToLogLine({ outcome: "nothing", notice: event });
    return;
  }
  // This report says that the recipient marked the mail as not spam, so it is no complaint.
  if (event.complaint?.complaintFeedbackType === "not-spam") return addToLogLine({ outcome: "nothing" });
  const kind = event.eventType ?? event.notificationType ?? "";
  const tenantId = event.mail.tags.tenant_id?.[0];
  const mailId = event.mail.tags.mail_id?.[0];
  setLogTenant(tenantId);
  addToLogLine({ mail: mailId, outcome: kind.toLowerCase(), provider_id: event.mail.messageId });
  const writes = await suppressionsOf(ctx, event, tenantId);
  if (writes.length > 0) await transact(ctx, writes);
  if (kind === "Open" && mailId && tenantId && event.open) {
    const seconds = (Date.parse(event.open.timestamp) - Date.parse(event.mail.timestamp)) / 1000;
    await recordOpen(ctx, tenantId, mailId, isMachine(event.open.userAgent, seconds));
  }
  const counted = COUNTED_EVENTS[kind];
  if (mailId && tenantId && counted) {
    await onceForMail(ctx, mailId, kind, countMail(tenantId, mailId, counted, ctx.now()));
  }
}

async function suppressionsOf(ctx: Context, { bounce, complaint }: SesEvent, tenantId: string | undefined) {
  const gone = bounce?.bounceType === "Permanent" ? bounce.bouncedRecipients : [];
  return sideBySide([
    ...gone.map(({ emailAddress }) => suppress(ctx, addressOnly(emailAddress), "bounce", undefined)),
    ...(complaint?.complainedRecipients ?? []).map(({ emailAddress }) =>
      suppress(ctx, addressOnly(emailAddress), "complaint", tenantId),
    ),
  ]);
}

/** The email address alone: SES reports it with a display name if the mail had one. */
function addressOnly(address: string): string {
  return /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;
}
