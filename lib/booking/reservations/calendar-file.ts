import type { Part } from "./schema.ts";

interface Appointment {
  id: string;
  business: string;
  parts: readonly Omit<Part, "work">[];
  cancelled: boolean;
  /** Address of the business, where it has one. */
  organizer: string | undefined;
  /** Counts the changes of the reservation: a file with a higher one replaces those before it. */
  sequence: number;
  /** Seconds. */
  writtenAt: number;
}

/** Octets of a line without its line break. */
const WIDTH = 75;

/** The parts of a reservation as a calendar file (RFC 5545, to be sent as RFC 5546 says), one event each. */
export function calendarFile(appointment: Appointment): string {
  const { id, business, parts, cancelled, organizer, sequence, writtenAt } = appointment;
  const events = parts.flatMap((part) => [
    "BEGIN:VEVENT",
    `UID:${part.id}@${id}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(part.startTime)}`,
    `DTEND:${utc(part.endTime)}`,
    `SUMMARY:${escaped(`${part.serviceName} – ${business}`)}`,
    `DESCRIPTION:${escaped(`With ${part.providerName}. Reservation ${id}`)}`,
    ...(organizer ? [`ORGANIZER;CN="${quotable(business)}":mailto:${organizer}`] : []),
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ]);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Storefront//Reservations//EN",
    `METHOD:${cancelled ? "CANCEL" : "PUBLISH"}`,
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
