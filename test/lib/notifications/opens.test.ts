import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { recordMailEvent } from "#lib/notifications/events.ts";
import { pixelUrl, trackOpen } from "#lib/notifications/pixel.ts";
import { SesEvent } from "#lib/notifications/schema.ts";
import { readStats } from "#lib/notifications/stats.ts";
import { testContext } from "#test/support/world.ts";

const PERSON = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SENT = 1_900_000_000;
const at = (seconds: number, userAgent = "") =>
  testContext({ now: () => seconds, clock: () => seconds, userAgent });

/** A mail of a tenant of its own, and what is told of it. */
function aMail() {
  const tenant = newId("store");
  const mailId = newId("mail");
  const when = (seconds: number) => new Date(seconds * 1000).toISOString();
  const tell = (eventType: string, details: object = {}) =>
    recordMailEvent(
      at(SENT),
      SesEvent.parse({
        eventType,
        mail: { messageId: "m", timestamp: when(SENT), tags: { mail_id: [mailId], tenant_id: [tenant] } },
        ...details,
      }),
    );
  return {
    tell,
    /** By the picture that SES puts into every mail. */
    openBySes: (userAgent: string, after: number) =>
      tell("Open", { open: { timestamp: when(SENT + after), userAgent } }),
    openByPixel: async (userAgent: string, after: number) => {
      const url = await pixelUrl(at(SENT), tenant, mailId);
      await trackOpen(at(SENT + after, userAgent), url.split("/").at(-1) ?? "");
    },
    stats: () => readStats(at(SENT), tenant),
  };
}

test("an open that SES and the pixel both tell of is one, whichever comes first", async () => {
  for (const first of ["openBySes", "openByPixel"] as const) {
    const mail = aMail();
    await mail[first](PERSON, 60);
    await Promise.all([
      mail.openBySes(PERSON, 60),
      mail.openByPixel(PERSON, 61),
      mail.openBySes(PERSON, 900),
    ]);
    expect(await mail.stats()).toMatchObject({ opened: 1, machineOpened: 0 });
  }
});

test("machines that open are counted apart, by either way", async () => {
  const mail = aMail();
  await mail.openBySes("Mozilla/5.0", 600);
  await mail.openByPixel("Mozilla/5.0 (via ggpht.com GoogleImageProxy)", 600);
  await mail.openByPixel(PERSON, 0);
  expect(await mail.stats()).toMatchObject({ opened: 0, machineOpened: 1 });
  await mail.openBySes(PERSON, 3600);
  expect(await mail.stats()).toMatchObject({ opened: 1, machineOpened: 1 });
});

test("every kind of report is counted once, however often it comes", async () => {
  const mail = aMail();
  for (let count = 0; count < 2; count++) {
    await mail.tell("Delivery");
    await mail.tell("Reject", { reject: { reason: "Bad content" } });
    await mail.tell("Bounce", { bounce: { bounceType: "Transient", bouncedRecipients: [] } });
    await mail.tell("Complaint", { complaint: { complainedRecipients: [] } });
  }
  expect(await mail.stats()).toMatchObject({ delivered: 1, failed: 1, bounced: 1, complained: 1, opened: 0 });
});
