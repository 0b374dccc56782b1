import type { Mail } from "#core/mail/mail.ts";
import type { Language } from "#core/texts/language.ts";
import type { Part } from "./schema.ts";
import { reservationTexts } from "./texts.ts";

interface Appointment {
  id: string;
  business: string;
  parts: readonly Omit<Part, "work">[];
  cancelled: boolean;
  /** Of whoever reads it. */
  language: Language;
  /** Address of the business, where it has one. */
  organizer: string | undefined;
  /** Counts the changes of the reservation: a file with a higher one replaces those before it. */
  sequence: number;
  /** Seconds. */
  writtenAt: number;
}

/** Octets of a line without its line break. */
const WIDTH = 75;

/**
 * The parts of a reservation for the calendar of whoever booked them (RFC 5545, to be sent as RFC 5546 says). What is
 * published is one object. What is cancelled is an object for each part, as each may have one UID alone (RFC 5546, 3.2.5).
 */
export function calendarOf(appointment: Appointment): NonNullable<Mail["calendar"]> {
  const { parts, cancelled } = appointment;
  const [content = "", ...others] = cancelled
    ? parts.map((part) => objectOf(appointment, [part]))
    : [objectOf(appointment, parts)];
  return { method: methodOf(appointment), content, ...(others.length > 0 ? { others } : {}) };
}

function methodOf({ cancelled }: Appointment) {
  return cancelled ? "CANCEL" : "PUBLISH";
}

function objectOf(appointment: Appointment, parts: Appointment["parts"]): string {
  const { id, business, language, cancelled, organizer, sequence, writtenAt } = appointment;
  const texts = reservationTexts(language);
  const events = parts.flatMap((part) => [
    "BEGIN:VEVENT",
    `UID:${part.id}@${id}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(part.startTime)}`,
    `DTEND:${utc(part.endTime)}`,
    `SUMMARY:${escaped(`${part.serviceName} – ${business}`)}`,
    `DESCRIPTION:${escaped(`${texts.part(part.serviceName, part.providerName)}. ${texts.reservation(id)}`)}`,
    ...(organizer ? [`ORGANIZER;CN="${quotable(business)}":mailto:${organizer}`] : []),
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Storefront//Reservations//EN",
    `METHOD:${methodOf(appointment)}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, "");
}

// A quoted parameter knows no escapes: what would end it is left out.
function quotable(text: string): string {
  return text.replaceAll(/["\p{Cc}]/gu, "");
}

// A fold never splits a character.
function folded(line: string): string {
  const pieces: string[] = [""];
  for (const character of line) {
    const piece = (pieces.at(-1) ?? "") + character;
    if (Buffer.byteLength(piece) > WIDTH) pieces.push(` ${character}`);
    else pieces[pieces.length - 1] = piece;
  }
  return pieces.join("\r\n");
}
