import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { ok } from "#test/support/client.ts";
import { partsAt } from "#test/support/dates.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { mailsTo, mailTo, somebody } from "#test/support/world.ts";

const EIGHT = MONDAY + 8 * HOUR;
const BEFORE = { "x-local-time": String(MONDAY - 24 * HOUR), accept: "text/html" };
const LINK = /https?:\S+\/v1\/reservation-pages\/\S+/;

async function bookHour() {
  const salon = await openSalon();
  const { serviceId, providerId } = salon;
  const customer = await somebody();
  const body = { paymentMethod: "cash", parts: [{ serviceId, providerId, startTime: EIGHT }] };
  const { reservationId } = await ok(reservations.checkoutReservation, { as: customer, body });
  const mail = await mailTo(customer.email);
  const url = LINK.exec(mail.body.text ?? "")?.[0] ?? "";
  const read = () => ok(reservations.getReservation, { params: { reservationId }, as: customer });
  return { ...salon, customer, url, read };
}

function send(url: string, form: Record<string, string>, headers: Record<string, string> = BEFORE) {
  return fetch(url, { method: "POST", body: new URLSearchParams(form), headers });
}

test("a booking's mail leads to a page on which it is moved to a free time, and then cancelled", async () => {
  const { url, read, customer } = await bookHour();
  const page = await (await fetch(url, { headers: BEFORE })).text();
  const { day, year } = partsAt(MONDAY);
  expect(page).toContain(`Monday, ${day} March ${year}, 09:00–10:00`);
  expect(page).toContain(`<option value="${EIGHT + HOUR}">10:00</option>`);
  expect(page).not.toContain(`<option value="${EIGHT}">`);
  const moved = await (await send(url, { action: "move", start_time: String(EIGHT + HOUR) })).text();
  expect(moved).toContain("10:00–11:00");
  expect(await read()).toMatchObject({ status: "CONFIRMED", parts: [{ startTime: EIGHT + HOUR }] });
  expect((await mailTo(customer.email, 2)).subject).toContain("moved");
  const cancelled = await (await send(url, { action: "cancel" })).text();
  expect(cancelled).not.toContain("<form");
  expect(await read()).toMatchObject({ status: "CANCELLED" });
  const last = await mailTo(customer.email, 3);
  expect(last.subject).toContain("cancelled");
  expect(last.body.text).not.toMatch(LINK);
});

test("the page says that a time was taken meanwhile, and the booking stays unchanged", async () => {
  const { url, read, serviceId, providerId } = await bookHour();
  const parts = [{ serviceId, providerId, startTime: EIGHT + HOUR }];
  await ok(reservations.checkoutReservation, {
    as: await somebody(),
    body: { paymentMethod: "cash", parts },
  });
  const reply = await send(url, { action: "move", start_time: String(EIGHT + HOUR) });
  expect(await reply.text()).toContain("That time was taken meanwhile");
  expect(await read()).toMatchObject({ status: "CONFIRMED", parts: [{ startTime: EIGHT }] });
});

test("a booking that has begun is neither moved nor cancelled by its page", async () => {
  const { url, read } = await bookHour();
  const after = { ...BEFORE, "x-local-time": String(EIGHT + 1) };
  const forms: Record<string, string>[] = [
    { action: "cancel" },
    { action: "move", start_time: String(EIGHT + HOUR) },
  ];
  for (const form of forms) {
    const page = await (await send(url, form, after)).text();
    expect(page).toContain("cannot be changed here any more");
  }
  expect(await read()).toMatchObject({ status: "CONFIRMED", parts: [{ startTime: EIGHT }] });
});

test("a concurrent move and cancellation leave one booking or none", async () => {
  const { url, read, businessId, serviceId } = await bookHour();
  await Promise.all([
    send(url, { action: "cancel" }),
    send(url, { action: "move", start_time: String(EIGHT + HOUR) }),
    send(url, { action: "cancel" }),
  ]);
  const { status, parts } = await read();
  expect(status).toBe("CANCELLED");
  const query = { startTime: MONDAY, endTime: MONDAY + 24 * HOUR };
  const slots = await ok(schedules.listAvailableSlots, { params: { businessId, serviceId }, query });
  expect({ parts: parts.length, free: slots.length }).toEqual({ parts: 1, free: 8 });
});

test("an invalid link answers a browser with a page in its language, and others with JSON", async () => {
  const { url } = await bookHour();
  const wrong = `${url.slice(0, -4)}AAAA`;
  const german = { accept: "text/html", "accept-language": "de-DE,de;q=0.9" };
  const shown = await fetch(wrong, { headers: german });
  expect(shown.status).toBe(404);
  expect(shown.headers.get("content-type")).toContain("text/html");
  expect(await shown.text()).toContain('<html lang="de">');
  const told = await fetch(wrong);
  expect(told.status).toBe(404);
  expect(await told.json()).toMatchObject({ error: "GENERAL.NOT_FOUND" });
});

test("a browser that asks for German is shown a booking’s page in German", async () => {
  const { url, customer } = await bookHour();
  const page = await (await fetch(url, { headers: { ...BEFORE, "accept-language": "de" } })).text();
  const { day, year } = partsAt(MONDAY);
  expect(page).toContain(`Montag, ${day}. März ${year}, 09:00–10:00`);
  expect(page).toContain("Termin absagen");
  expect(await mailsTo(customer.email)).toHaveLength(1);
});
