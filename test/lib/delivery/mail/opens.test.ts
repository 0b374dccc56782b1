import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { handler } from "#functions/delivery/mail/record-mail-events.worker.ts";
import { getMailStats } from "#lib/delivery/mail/counts.ts";
import { pixelUrl, trackOpen } from "#lib/delivery/mail/pixel.ts";
import { SesEvent } from "#lib/delivery/mail/schema.ts";
import { recordMailEvents } from "#lib/delivery/mail/ses-events.ts";
import { FUTURE } from "#test/support/dates.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const PERSON = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SENT = FUTURE;
const at = (seconds: number, userAgent = "") =>
  testContext({ now: () => seconds, clock: () => seconds, userAgent });

/** A mail of a new tenant, and functions that report what happens to it. */
function newMail() {
  const tenant = newId("store");
  const mailId = newId("mail");
  const when = (seconds: number) => new Date(seconds * 1000).toISOString();
  const tell = (eventType: string, details: object = {}) =>
    recordMailEvents(
      at(SENT),
      SesEvent.parse({
        eventType,
        mail: { messageId: "m", timestamp: when(SENT), tags: { mail_id: [mailId], tenant_id: [tenant] } },
        ...details,
      }),
    );
  return {
    tell,
    /** An open that SES reports, by its own pixel in every mail. */
    openBySes: (userAgent: string, after: number) =>
      tell("Open", { open: { timestamp: when(SENT + after), userAgent } }),
    openByPixel: async (userAgent: string, after: number) => {
      const url = await pixelUrl(at(SENT), tenant, mailId);
      return trackOpen(at(SENT + after, userAgent), url.split("/").at(-1) ?? "");
    },
    stats: () => getMailStats(at(SENT), tenant),
  };
}

test("an open that both SES and the pixel report counts once", async () => {
  for (const first of ["openBySes", "openByPixel"] as const) {
    const mail = newMail();
    await mail[first](PERSON, 60);
    await Promise.all([
      mail.openBySes(PERSON, 60),
      mail.openByPixel(PERSON, 61),
      mail.openBySes(PERSON, 900),
    ]);
    expect(await mail.stats()).toMatchObject({ opened: 1, machineOpened: 0 });
  }
});

test("opens by machines are counted separately, from SES and from the pixel", async () => {
  const mail = newMail();
  await mail.openBySes("Mozilla/5.0", 600);
  await mail.openByPixel("Mozilla/5.0 (via ggpht.com GoogleImageProxy)", 600);
  await mail.openByPixel(PERSON, 0);
  expect(await mail.stats()).toMatchObject({ opened: 0, machineOpened: 1 });
  await mail.openBySes(PERSON, 3600);
  expect(await mail.stats()).toMatchObject({ opened: 1, machineOpened: 1 });
});

test("every kind of report is counted once, however often it comes", async () => {
  const mail = newMail();
  for (let count = 0; count < 2; count++) {
    await mail.tell("Delivery");
    await mail.tell("Reject", { reject: { reason: "Bad content" } });
    await mail.tell("Bounce", { bounce: { bounceType: "Transient", bouncedRecipients: [] } });
    await mail.tell("Complaint", { complaint: { complainedRecipients: [] } });
  }
  expect(await mail.stats()).toMatchObject({ delivered: 1, failed: 1, bounced: 1, complained: 1, opened: 0 });
});

test("a not-spam report is no complaint, and a notice of SES is no event", async () => {
  const mail = newMail();
  const complainedRecipients = [{ emailAddress: "grace@example.com" }];
  await mail.tell("Complaint", { complaint: { complainedRecipients, complaintFeedbackType: "not-spam" } });
  expect(await mail.stats()).toMatchObject({ complained: 0 });
  const record = {
    messageId: "m",
    body: "Successfully validated SNS topic for Amazon SES event publishing.",
  };
  const event = { Records: [{ ...record, attributes: { ApproximateReceiveCount: "1" } }] };
  expect(await handler(event as SQSEvent)).toEqual({ batchItemFailures: [] });
});

test("the picture comes even when the open cannot be counted", async () => {
  const mail = newMail();
  const broken = await interceptCalls(
    () => Promise.reject(new Error("The table is away.")),
    () => mail.openByPixel(PERSON, 60),
  );
  expect(broken).toEqual(await mail.openByPixel(PERSON, 60));
  expect(await mail.stats()).toMatchObject({ opened: 1 });
});
