import type { Part } from "./schema.ts";

interface Appointment {
  id: string;
  business: string;
  parts: readonly Part[];
  cancelled: boolean;
  /** Seconds; a later file of the same parts replaces an earlier one. */
  writtenAt: number;
}

const WIDTH = 73;

/** The parts of a reservation as a calendar file (RFC 5545), one event each. */
export function calendarFile({ id, business, parts, cancelled, writtenAt }: Appointment): string {
  const events = parts.flatMap((part) => [
    "BEGIN:VEVENT",
    `UID:${part.id}@${id}`,
    `SEQUENCE:${writtenAt - 1_700_000_000}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(part.startTime)}`,
    `DTEND:${utc(part.endTime)}`,
    `SUMMARY:${escaped(`${part.serviceName} – ${business}`)}`,
    `DESCRIPTION:${escaped(`With ${part.providerName}. Reservation ${id}`)}`,
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
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, "\\n");
}

// A line has at most 75 octets; a fold never splits a character.
function folded(line: string): string {
  const pieces: string[] = [""];
  for (const character of line) {
    const last = pieces.at(-1) ?? "";
    if (Buffer.byteLength(last + character) > WIDTH) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces.join("\r\n ");
}
