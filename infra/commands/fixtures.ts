import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { readArguments } from "#infra/arguments.ts";
import { messageOf } from "#infra/failure.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { findUnit } from "#infra/unit.ts";

const EVENTS = resolve(import.meta.dirname, "../../events");

/**
 * Operations and workers with a committed event file: one for each kind of trigger, and those that guides
 * name.
 */
const FIXTURE_IDS = [
  // A JSON body, a form with files, raw bytes, and a page of a list.
  ...["createForm", "createMedia", "receivePaymentEvent", "listOrders"],
  // The table's stream, a queue, SES's queue, the schedule, due rows, and the CDN's function URL.
  ...["fanOut", "sendEmail", "recordMailEvents", "lookForDue", "processDueOrders", "transformImage"],
  // Used in guides.
  ...["updateForm", "getEntry", "createOrder", "checkoutReservation", "addCartItem", "addVisitorCartItem"],
];

const USAGE = `Use: npm run fixtures [-- <operation or worker>]

Prints the event of an operation or worker. Without a name it writes the committed files of events/ again.
  npm run fixtures -- updateForm`;
const units = [...operations, ...workers];

/** The text of each file in `events/`, by file name. */
export function fixtureTexts(): Map<string, string> {
  return new Map(FIXTURE_IDS.map((id) => [`${kebab(id)}.json`, textOf(id)]));
}

function textOf(id: string): string {
  return `${JSON.stringify(fixtureOf(findUnit(id, units)), null, 2)}\n`;
}

/** Writes the event files and deletes all others. */
function writeFixtures(): void {
  mkdirSync(EVENTS, { recursive: true });
  const texts = fixtureTexts();
  for (const file of readdirSync(EVENTS).filter((name) => !texts.has(name))) {
    rmSync(join(EVENTS, file));
    console.log(`removed events/${file}`);
  }
  for (const [file, text] of texts) writeFileSync(join(EVENTS, file), text);
  console.log(`${texts.size} events are in events/; npm run fixtures -- <name> prints any other.`);
}

function main(): void {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [id] = positionals;
  if (id) process.stdout.write(textOf(id));
  else writeFixtures();
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
