import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readArguments } from "#infra/arguments.ts";
import { makeProgress } from "#infra/progress.ts";
import { reason, StartFailure } from "./failure.ts";
import { makeApi, type SeedApi } from "./seed-api.ts";

/** What a domain's file under `seed/` exports: it adds to the store and says what a person may look at. */
type Seed = (api: SeedApi) => Promise<string[]>;

const FOLDER = join(import.meta.dirname, "seed");
const OWNER = "ada@example.com";

try {
  const { values } = readArguments("Use: npm run seed [-- --exports] [--dir .local]", {
    options: {
      dir: { type: "string", default: process.env.LOCAL_DIR || ".local" },
      // For `eval`: prints the variables alone.
      exports: { type: "boolean", default: false },
    },
  });
  await seed(readAddresses(values.dir), values.exports);
} catch (error) {
  const known = error instanceof StartFailure;
  console.error(known || !(error instanceof Error) ? reason(error) : error.stack);
  process.exitCode = 1;
}

interface Addresses {
  api: string;
  aws: { ses: string };
  /** What the stack's functions read. */
  environment: Record<string, string>;
}

async function seed({ api: address, aws }: Addresses, exportsAlone: boolean): Promise<void> {
  const started = performance.now();
  const api = await makeApi(address, aws.ses, OWNER);
  const told: string[] = [];
  const files = globSync("*.ts", { cwd: FOLDER }).sort();
  const progress = makeProgress("parts of the demo");
  for (const [at, file] of files.entries()) {
    progress.show(at + 1, files.length, file.slice(0, -3));
    const module: Record<string, unknown> = await import(pathToFileURL(join(FOLDER, file)).href);
    for (const run of Object.values(module).filter(isSeed)) told.push(...(await run(api)));
  }
  await openShop(api, told);
  progress.end();
  if (exportsAlone) console.log(exportLine(api));
  else greet(api, told, performance.now() - started);
}

/** The example shop sells for the newest demo. */
async function openShop({ address, store }: SeedApi, told: string[]): Promise<void> {
  const body = JSON.stringify({ store: store.id });
  await fetch(`${address}/_local/shop`, { method: "PUT", body });
  told.unshift(`an example shop to look at: ${address}/_local/shop`);
}

function isSeed(value: unknown): value is Seed {
  return typeof value === "function" && value.name.startsWith("seed");
}

function readAddresses(dir: string): Addresses {
  const file = join(dir, "addresses.json");
  try {
    const { api, aws, environment }: Addresses = JSON.parse(readFileSync(file, "utf8"));
    Object.assign(process.env, environment);
    return { api, aws, environment };
  } catch {
    throw new StartFailure(`No stack runs here (there is no ${file}). Start one first: npm start`);
  }
}

function exportLine({ variables }: SeedApi): string {
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return `export ${pairs.join(" ")}`;
}

function greet(api: SeedApi, told: string[], milliseconds: number): void {
  const { email } = api;
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const json = '-H "Content-Type: application/json"';
  const submission = `{"form_id":"'$STORE':contact","fields":[{"key":"email","value":"you@example.com"},{"key":"message","value":"Hello"}]}`;
  console.log(`
  A demo store, made in ${(milliseconds / 1000).toFixed(1)} s, owned by ${email}
${told.map((line) => `    · ${line}`).join("\n")}

  Copy these, and then what you like of the rest:

${exportLine(api)}

curl -s $API/v1/stores/$STORE/forms
curl -s ${bearer} $API/v1/accounts/me
curl -s ${bearer} "$API/v1/stores/$STORE/forms/$STORE:contact/submissions?limit=2"
curl -s ${json} -d '${submission}' $API/v1/stores/$STORE/forms/$STORE:contact/submissions
SLOT=$(curl -s "$API/v1/businesses/$SALON/services/$SERVICE/available-slots?limit=1" | tr -d '[]')
curl -s ${bearer} ${json} -d '{"parts":['"$SLOT"'],"paymentMethod":"CREDIT_CARD","promoCode":"HELLO10"}' $API/v1/reservations/checkout
`);
}
