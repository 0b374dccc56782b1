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
  /** Email address of the business, if it has one. */
  organizer: string | undefined;
  /** Counts the changes of the reservation; a file with a higher number replaces earlier ones. */
  sequence: number;
  /** Unix seconds. */
  writtenAt: number;
}

/**
 * A calendar file with the parts of a reservation (RFC 5545, RFC 5546). Published parts are one object.
 * Cancelled parts need one object each, because a cancellation may have only one UID (RFC 5546, 3.2.5).
 */
export async function calendarFile(appointment: Appointment): Promise<NonNullable<Mail["calendar"]>> {
  const { parts, cancelled } = appointment;
  // Only a function that writes a calendar file loads the library, which has 78 KB.
  const { default: ICAL } = await import("ical.js");
  // RFC 5545 allows 75 octets a line. The library does not count the space that begins a continued line.
  ICAL.foldLength = 74;
  const objects = cancelled ? parts.map((part) => [part]) : [parts];
  const [content = "", ...others] = objects.map((each) => ICAL.stringify(calendarObject(appointment, each)));
  return { method: methodOf(appointment), content, ...(others.length > 0 ? { others } : {}) };
}

function methodOf({ cancelled }: Appointment) {
  return cancelled ? "CANCEL" : "PUBLISH";
}

/** A calendar object in the JSON form jCal (RFC 7265). */
function calendarObject(appointment: Appointment, parts: Appointment["parts"]): unknown[] {
  const { id, business, language, cancelled, organizer, sequence, writtenAt } = appointment;
  const texts = reservationTexts(language);
  const events = parts.map((part) => [
    "vevent",
    [
      textProperty("uid", `${part.id}@${id}`),
      ["sequence", {}, "integer", sequence],
      timeProperty("dtstamp", writtenAt),
      timeProperty("dtstart", part.startTime),
      timeProperty("dtend", part.endTime),
      textProperty("summary", `${part.serviceName} – ${business}`),
      textProperty(
        "description",
        `${texts.part(part.serviceName, part.providerName)}. ${texts.reservation(id)}`,
      ),
      ...(organizer
        ? [["organizer", { cn: printable(business) }, "cal-address", `mailto:${organizer}`]]
        : []),
      textProperty("status", cancelled ? "CANCELLED" : "CONFIRMED"),
    ],
    [],
  ]);
  const properties = [
    textProperty("version", "2.0"),
    textProperty("prodid", "-//Storefront//Reservations//EN"),
    textProperty("method", methodOf(appointment)),
  ];
  return ["vcalendar", properties, events];
}

function textProperty(name: string, value: string): unknown[] {
  return [name, {}, "text", printable(value)];
}

function timeProperty(name: string, seconds: number): unknown[] {
  return [name, {}, "date-time", `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`];
}

// The library escapes line feeds, and leaves every other control character unchanged.
function printable(value: string): string {
  return value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\t\n]/gu, "");
}
