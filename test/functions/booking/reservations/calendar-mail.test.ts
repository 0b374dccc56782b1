import { convertIcsCalendar } from "ts-ics";
import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { type InboxMail, mailTo, somebody } from "#test/support/world.ts";

/** Has every kind of character that a calendar file must escape, fold or not split. */
const SERVICE =
  'Färben; Schneiden, „lang“ \\neu " 👩🏽‍🦰 – mit Beratung, die sich über mehrere Zeilen hinzieht';
const PROVIDER = "Zoë 🌟".repeat(12);

test("each mail's calendar file replaces the previous one, even within the same second", async () => {
  const { owner, serviceId, providerId } = await openSalon({
    service: { name: SERVICE },
    provider: { name: PROVIDER },
  });
  const customer = await somebody();
  const part = (hour: number) => ({ serviceId, providerId, startTime: MONDAY + hour * HOUR });
  const body = { paymentMethod: "cash", parts: [part(8), part(12)] };
  const { reservationId } = await ok(reservations.checkoutReservation, { as: customer, body });
  const params = { reservationId };
  const change = (sent: object) => ok(reservations.updateReservation, { params, as: customer, body: sent });
  const moved = await change({ parts: [part(9), part(12)] });
  await change({ status: "CANCELLED" });
  await mailTo(customer.email, 3);
  const [[confirmation] = [], [move] = [], cancellations = []] = await Promise.all(
    ["is confirmed", "has moved", "is cancelled"].map((subject) => filesOf(customer.email, subject)),
  );
  const uids = moved.parts.map(({ id }) => `${id}@${reservationId}`);
  expect(confirmation).toMatchObject({
    method: "PUBLISH",
    events: [eventAt(8, "CONFIRMED"), eventAt(12, "CONFIRMED")],
  });
  expect(move).toMatchObject({
    method: "PUBLISH",
    events: [eventAt(9, "CONFIRMED"), eventAt(12, "CONFIRMED")],
  });
  // RFC 5546, 3.2.5: everything that one object cancels has one UID.
  expect(cancellations).toMatchObject([
    { method: "CANCEL", events: [eventAt(9, "CANCELLED")] },
    { method: "CANCEL", events: [eventAt(12, "CANCELLED")] },
  ]);
  const files = [confirmation, move, ...cancellations];
  expect(files.map((file) => file?.events.map(({ uid }) => uid))).toEqual([
    uids,
    uids,
    ...uids.map((uid) => [uid]),
  ]);
  const sequences = [confirmation, move, cancellations[0]].map((file) => file?.events[0]?.sequence ?? 0);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  expect(new Set(sequences).size).toBe(3);
  for (const event of files.flatMap((file) => file?.events ?? [])) {
    expect(event.summary.startsWith(`${SERVICE} – `)).toBe(true);
    expect(event.description).toContain(PROVIDER);
    expect(event.organizer).toBe(owner.email);
  }
});

function eventAt(hour: number, status: string) {
  const [start, end] = [hour, hour + 1].map((each) => MONDAY + each * HOUR);
  return { start, end, status };
}

interface MailWithFiles extends InboxMail {
  attachments: { filename?: string; contentType: string; content: string }[];
}

/** The calendar files of the mail with this subject, read by a third-party parser. */
async function filesOf(email: string, subject: string) {
  const reply = await fetch(new URL("/store", process.env.AWS_ENDPOINT_URL_SES));
  const { emails } = (await reply.json()) as { emails: MailWithFiles[] };
  const mail = emails.find(
    (each) => each.destination.to.some((to) => to.includes(email)) && each.subject.includes(subject),
  );
  const files = mail?.attachments.filter(({ filename }) => filename?.endsWith(".ics")) ?? [];
  const named = files.toSorted((one, other) => (one.filename ?? "").length - (other.filename ?? "").length);
  return named.map(({ content }) => parseCalendar(Buffer.from(content, "base64")));
}

function parseCalendar(bytes: Buffer) {
  checkFolding(bytes);
  const { method, events = [] } = convertIcsCalendar(undefined, bytes.toString("utf8"));
  return {
    method,
    events: events.map(({ uid, sequence = 0, summary, description, status, organizer, ...event }) => ({
      uid,
      sequence,
      summary,
      description,
      status,
      organizer: organizer?.email,
      start: event.start.date.getTime() / 1000,
      end: (event.end?.date.getTime() ?? 0) / 1000,
    })),
  };
}

// RFC 5545, 3.1: lines end with CRLF and have at most 75 octets, and no fold splits a character.
function checkFolding(bytes: Buffer): void {
  const text = new TextDecoder("utf8", { fatal: true }).decode(bytes);
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const widths = text.split("\r\n").map((line) => Buffer.byteLength(line));
  expect(Math.max(...widths)).toBeLessThanOrEqual(75);
  expect(widths.filter((width) => width > 70).length).toBeGreaterThan(0);
}
