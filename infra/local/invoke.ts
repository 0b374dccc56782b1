import { readFileSync } from "node:fs";
import { readArguments } from "#infra/arguments.ts";
import { idOf } from "#infra/examples.ts";
import { messageOf, StartFailure } from "#infra/failure.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { findUnit } from "#infra/unit.ts";
import { applyEnvironment } from "./environment.ts";
import { operationFunction, workerFunction } from "./handlers.ts";
import { runningEnvironment } from "./running-environment.ts";

const USAGE = "Use: npm run invoke -- <operation or worker> [file.json]";

/** The store that examples name. */
const EXAMPLE_STORE = idOf("storeId");

try {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [id, file] = positionals;
  if (!id) throw new StartFailure(USAGE);
  applyEnvironment(await runningEnvironment());
  // Loaded once there is a stack to run it on: the whole project takes seconds to load.
  const { operations, workers } = await import("#functions/manifest.ts");
  const unit = findUnit(id, [...operations, ...workers]);
  const target = "trigger" in unit ? workerFunction(unit) : operationFunction(unit);
  const event = filledIn(file === undefined ? JSON.stringify(fixtureOf(unit)) : textIn(file), file);
  const answer = await target.invoke(event, crypto.randomUUID());
  console.log(JSON.stringify(readable(answer), null, 2));
  process.exitCode = statusOf(answer) >= 500 ? 1 : 0;
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
// Clients that the function keeps open for its next call would hold the process.
process.exit();

// The seed prints TOKEN and STORE: with them in the environment an event acts on the demo store.
function filledIn(text: string, file = "made from the examples"): unknown {
  const { TOKEN, STORE } = process.env;
  const owned = TOKEN ? text.replaceAll("{token}", TOKEN) : text;
  try {
    return JSON.parse(STORE ? owned.replaceAll(EXAMPLE_STORE, STORE) : owned);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): StartFailure {
  return new StartFailure(`The event ${file} cannot be read: ${messageOf(error)}`);
}

/** The answer with its body taken apart, if that is JSON. */
function readable(answer: unknown): unknown {
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
