import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { readArguments } from "#infra/arguments.ts";
import { messageOf } from "#infra/failure.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { findUnit } from "#infra/unit.ts";

/** Folder of the events that a person opens. */
const EVENTS = resolve(import.meta.dirname, "../../events");

/** Whose events are kept in files: one for each kind of trigger, and those of the operations that README and guides name. */
const KEPT = [
  // JSON, a form with files, bytes as they came, and a page of a list.
  ...["createForm", "createMedia", "receivePaymentEvent", "listOrders"],
  // The table's stream, a queue, a queue that SES fills, the minute, what is due, and the CDN's function URL.
  ...["fanOut", "sendEmail", "recordMailEvents", "lookForDue", "processDueOrders", "transformImage"],
  // What guides show and compare.
  ...["updateForm", "getEntry", "createOrder", "checkoutReservation", "addCartItem", "addVisitorCartItem"],
];

const USAGE = "Use: npm run fixtures [-- <operation or worker>]";
const units = [...operations, ...workers];

/** The text of each file of `events/`, by its name. */
export function fixtureTexts(): Map<string, string> {
  return new Map(KEPT.map((id) => [`${kebab(id)}.json`, textOf(id)]));
}

function textOf(id: string): string {
  return `${JSON.stringify(fixtureOf(findUnit(id, units)), null, 2)}\n`;
}

/** Writes the kept events, and takes away what is not one of them. */
function renew(): void {
  mkdirSync(EVENTS, { recursive: true });
  const kept = fixtureTexts();
  for (const file of readdirSync(EVENTS).filter((name) => !kept.has(name))) {
    rmSync(join(EVENTS, file));
    console.log(`removed events/${file}`);
  }
  for (const [file, text] of kept) writeFileSync(join(EVENTS, file), text);
  console.log(`${kept.size} events are in events/; npm run fixtures -- <name> prints any other.`);
}

function main(): void {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [id] = positionals;
  if (id) process.stdout.write(textOf(id));
  else renew();
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
