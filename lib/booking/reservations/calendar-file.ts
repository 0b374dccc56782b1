import ICAL from "ical.js";
import type { Mail } from "#core/mail/mail.ts";
import type { Language } from "#core/texts/language.ts";
import type { Part } from "./schema.ts";
import { reservationTexts } from "./texts.ts";

interface Appointment {
  id: string;
  business: string;
  parts: readonly Omit<Part, "work">[];
  cancelled: boolean;
  language: Language;
  /** Mail address of the business, if it has one. */
  organizer: string | undefined;
  /** Counts the changes of the reservation; a file with a higher number replaces earlier ones. */
  sequence: number;
  /** Seconds. */
  writtenAt: number;
}

// RFC 5545 allows 75 octets a line. The library does not count the space that begins a continued line.
ICAL.foldLength = 74;

/**
 * A calendar file with the parts of a reservation (RFC 5545, RFC 5546). Published parts are one object.
 * Cancelled parts need one object each, because a cancellation may have only one UID (RFC 5546, 3.2.5).
 */
export function calendarFile(appointment: Appointment): NonNullable<Mail["calendar"]> {
  const { parts, cancelled } = appointment;
  const [content = "", ...others] = cancelled
    ? parts.map((part) => calendarObject(appointment, [part]))
    : [calendarObject(appointment, parts)];
  return { method: methodOf(appointment), content, ...(others.length > 0 ? { others } : {}) };
}

function methodOf({ cancelled }: Appointment) {
  return cancelled ? "CANCEL" : "PUBLISH";
}

function calendarObject(appointment: Appointment, parts: Appointment["parts"]): string {
  const { id, business, language, cancelled, organizer, sequence, writtenAt } = appointment;
  const texts = reservationTexts(language);
  const events = parts.map((part) => [
    "vevent",
    [
      text("uid", `${part.id}@${id}`),
      ["sequence", {}, "integer", sequence],
      time("dtstamp", writtenAt),
      time("dtstart", part.startTime),
      time("dtend", part.endTime),
      text("summary", `${part.serviceName} – ${business}`),
      text("description", `${texts.part(part.serviceName, part.providerName)}. ${texts.reservation(id)}`),
      ...(organizer
        ? [["organizer", { cn: printable(business) }, "cal-address", `mailto:${organizer}`]]
        : []),
      text("status", cancelled ? "CANCELLED" : "CONFIRMED"),
    ],
    [],
  ]);
  const properties = [
    text("version", "2.0"),
    text("prodid", "-//Storefront//Reservations//EN"),
    text("method", methodOf(appointment)),
  ];
  return ICAL.stringify(["vcalendar", properties, events]);
}

function text(name: string, value: string): unknown[] {
  return [name, {}, "text", printable(value)];
}

function time(name: string, seconds: number): unknown[] {
  return [name, {}, "date-time", `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`];
}

// The library escapes line feeds, and leaves every other control character as it is.
function printable(value: string): string {
  return value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\t\n]/gu, "");
}
