import { readFileSync } from "node:fs";
import { readArguments } from "#infra/arguments.ts";
import { exampleId } from "#infra/examples.ts";
import { messageOf, StartFailure } from "#infra/failure.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { findUnit } from "#infra/unit.ts";
import { applyEnvironment } from "./environment.ts";
import { operationFunction, workerFunction } from "./handlers.ts";
import { runningEnvironment } from "./running-environment.ts";

const USAGE = `Use: npm run invoke -- <operation or worker> [file.json]

Runs one handler against the running local stack, with the event in the file, or one that is made from its examples. Set
TOKEN and STORE as the seed prints them to use the demo.
  npm run invoke -- createForm events/create-form.json`;

const EXAMPLE_STORE = exampleId("storeId");

try {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [id, file] = positionals;
  if (!id) throw new StartFailure(USAGE);
  applyEnvironment(await runningEnvironment());
  // Imported only after a running stack was found, because loading all functions takes seconds.
  const { operations, workers } = await import("#functions/manifest.ts");
  const unit = findUnit(id, [...operations, ...workers]);
  const target = "trigger" in unit ? workerFunction(unit) : operationFunction(unit);
  const event = fillPlaceholders(file === undefined ? JSON.stringify(fixtureOf(unit)) : readText(file), file);
  const answer = await target.invoke(event, crypto.randomUUID());
  console.log(JSON.stringify(withParsedBody(answer), null, 2));
  process.exitCode = statusOf(answer) >= 500 ? 1 : 0;
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
// Exits explicitly, because open AWS clients would keep the process alive.
process.exit();

// Fills in TOKEN and STORE, which the seed prints, so that the event acts on the demo store.
function fillPlaceholders(text: string, file = "made from the examples"): unknown {
  const { TOKEN, STORE } = process.env;
  const owned = TOKEN ? text.replaceAll("{token}", TOKEN) : text;
  try {
    return JSON.parse(STORE ? owned.replaceAll(EXAMPLE_STORE, STORE) : owned);
  } catch (error) {
    throw unreadableFile(file, error);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unreadableFile(file, error);
  }
}

function unreadableFile(file: string, error: unknown): StartFailure {
  return new StartFailure(`The event ${file} cannot be read: ${messageOf(error)}`);
}

/** The answer with a JSON body parsed. */
function withParsedBody(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("body" in answer)) return answer ?? null;
  try {
    return { ...answer, body: JSON.parse(String(answer.body)) };
  } catch {
    return answer;
  }
}

function statusOf(answer: unknown): number {
  return typeof answer === "object" && answer !== null && "statusCode" in answer
    ? Number(answer.statusCode)
    : 200;
}
