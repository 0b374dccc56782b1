import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kebab } from "#core/http/contract.ts";
import { nearest } from "#core/nearest.ts";
import { readArguments } from "#infra/arguments.ts";
import { applyEnvironment } from "./environment.ts";
import { reason, StartFailure } from "./failure.ts";
import { type LambdaFunction, operationFunction, workerFunction } from "./handlers.ts";
import { runningEnvironment } from "./running.ts";

const USAGE = "Use: npm run invoke -- <operation or worker> [events/file.json]";

/** The store that the fixtures name. */
const FIXTURE_STORE = "store_01j9z3k4m5n6p7q8r9s0t1v2w3";

try {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [id, file] = positionals;
  if (!id) throw new StartFailure(USAGE);
  applyEnvironment(await runningEnvironment());
  const target = await functionOf(id);
  const event = readEvent(file ?? join("events", `${kebab(target.id)}.json`));
  const answer = await target.invoke(event, crypto.randomUUID());
  console.log(JSON.stringify(readable(answer), null, 2));
  process.exitCode = statusOf(answer) >= 500 ? 1 : 0;
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
// Clients that the function keeps open for its next call would hold the process.
process.exit();

// Loaded once there is a stack to run it on: the whole project takes seconds to load.
async function functionOf(id: string): Promise<LambdaFunction> {
  const { operations, workers } = await import("#functions/manifest.ts");
  const same = (unit: { id: string }) => unit.id === id || kebab(unit.id) === id;
  const operation = operations.find(same);
  if (operation) return operationFunction(operation);
  const worker = workers.find(same);
  if (worker) return workerFunction(worker);
  const near = nearest(
    id,
    [...operations, ...workers].map((unit) => unit.id),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  throw new StartFailure(`There is no operation or worker ${id}.${hint}`);
}

// The seed prints TOKEN and STORE: with them in the environment a fixture acts on the demo store.
function readEvent(file: string): unknown {
  const { TOKEN, STORE } = process.env;
  try {
    const text = readFileSync(file, "utf8");
    const owned = TOKEN ? text.replaceAll("{token}", TOKEN) : text;
    return JSON.parse(STORE ? owned.replaceAll(FIXTURE_STORE, STORE) : owned);
  } catch (error) {
    throw new StartFailure(`The event ${file} cannot be read: ${reason(error)}`);
  }
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
