import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "#infra/arguments.ts";
import { describeFailure, StartFailure } from "#infra/failure.ts";
import { DEMO_OWNER, type Variables } from "#infra/local/demo-file.ts";
import { ADDRESSES_FILE, STATE_DIR } from "#infra/local/state-folder.ts";
import { makeProgress } from "#infra/progress.ts";
import { openDemoStore, type SeedApi } from "./api.ts";
import { findDemo, saveDemo } from "./demo.ts";
import { DEMO_HISTORY, type HistorySize, LARGE_HISTORY } from "./order-history.ts";
import { seedAll } from "./parts.ts";
import { pauseWorkers } from "./pause-workers.ts";

const USAGE = `Use: npm run seed [-- --exports] [--large | --orders 600] [--dir .local]

Fills the running local stack with a demo of its own. Its shop has two years behind it: 24 orders of 8 customers, with
--large 50,000 of 20,000, which takes half an hour or longer.
  --exports  prints the variables of the newest demo, for eval; makes a demo only if there is none
  --large    has 50,000 orders of 20,000 customers
  --orders   has this many orders, up to 50,000
  --dir      folder of the stack, by default .local`;

/** They follow every order, and take less time for all orders together than for one after the other. */
const COUNTING_WORKERS = ["countSums", "noteTotals", "indexOrder"];
/** With more orders the seed takes long, and the other stores of the stack need their counts meanwhile. */
const MAX_COUNTED_AT_ONCE = 600;

let dir = STATE_DIR;
try {
  const { values } = readArguments(USAGE, {
    options: {
      dir: { type: "string", default: STATE_DIR },
      exports: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      orders: { type: "string" },
    },
  });
  const { exports: exportsAlone } = values;
  const past = values.large ? LARGE_HISTORY : historyOf(values.orders);
  dir = values.dir;
  const addresses = readAddresses(dir);
  const existingDemo = exportsAlone ? await findDemo(dir, addresses.api) : undefined;
  if (existingDemo) console.log(exportLine(existingDemo));
  else await seed(addresses, dir, exportsAlone, past);
} catch (error) {
  console.error(describeFailure(error, dir));
  // Exits at once, because other parts of the demo may still be running.
  process.exit(1);
}

interface Addresses {
  api: string;
  aws: { ses: string };
  /** Variables of the stack's functions. */
  environment: Record<string, string>;
}

async function seed(
  { api: address, aws }: Addresses,
  place: string,
  exportsAlone: boolean,
  past: HistorySize,
): Promise<void> {
  const started = performance.now();
  const progress = makeProgress("parts of the demo", { everywhere: true });
  const show = (done: number, of?: number, part?: string) => {
    progress.show(done, of, part);
    reportProgress(address, { done, of, part });
  };
  show(0, undefined, "sign in, and open a store");
  const api = await openDemoStore(address, aws.ses, DEMO_OWNER);
  const paused = past.orders > MAX_COUNTED_AT_ONCE ? [] : COUNTING_WORKERS;
  const lines = await pauseWorkers(address, paused, () => seedAll(api, show, past));
  await openShop(api, lines);
  progress.end();
  saveDemo(place, api.variables);
  reportProgress(address, { done: 1, of: 1 });
  if (exportsAlone) console.log(exportLine(api.variables));
  else printGreeting(api, lines, performance.now() - started);
}

/** Tells the home page of the stack. It also works without, so a failure is ignored. */
function reportProgress(address: string, progress: object): void {
  fetch(`${address}/_local/demo`, { method: "PUT", body: JSON.stringify(progress) }).catch(() => undefined);
}

/** The size of a history with this many orders, and a customer for every three of them. */
function historyOf(orderCount: string | undefined): HistorySize {
  if (orderCount === undefined) return DEMO_HISTORY;
  const orders = Number(orderCount);
  if (!Number.isInteger(orders) || orders < 0 || orders > LARGE_HISTORY.orders)
    throw new StartFailure(`--orders must be a number up to ${LARGE_HISTORY.orders}, and not ${orderCount}.`);
  return { orders, customers: Math.ceil(orders / 3) };
}

/** Lets the example shop show the demo store. */
async function openShop({ address, store }: SeedApi, lines: string[]): Promise<void> {
  await fetch(`${address}/_local/shop`, { method: "PUT", body: JSON.stringify({ store: store.id }) });
  lines.unshift(`an example shop to look at: ${address}/_local/shop`);
}

function readAddresses(place: string): Addresses {
  const file = join(place, ADDRESSES_FILE);
  try {
    const { api, aws, environment }: Addresses = JSON.parse(readFileSync(file, "utf8"));
    Object.assign(process.env, environment);
    return { api, aws, environment };
  } catch {
    throw new StartFailure(`No stack runs here (there is no ${file}). Start one first: npm start`);
  }
}

function exportLine(variables: Variables): string {
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return `export ${pairs.join(" ")}`;
}

function printGreeting(api: SeedApi, lines: string[], milliseconds: number): void {
  const { email } = api;
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const json = '-H "Content-Type: application/json"';
  const submission = `{"form_id":"'$STORE':contact","fields":[{"key":"email","value":"you@example.com"},{"key":"message","value":"Hello"}]}`;
  console.log(`
  A demo store, made in ${(milliseconds / 1000).toFixed(1)} s, owned by ${email}
${lines.map((line) => `    · ${line}`).join("\n")}

  Copy these, and then what you like of the rest:

${exportLine(api.variables)}

curl -s $API/v1/stores/$STORE/forms
curl -s ${bearer} $API/v1/accounts/me
curl -s ${bearer} "$API/v1/stores/$STORE/forms/$STORE:contact/submissions?limit=2"
curl -s ${json} -d '${submission}' $API/v1/stores/$STORE/forms/$STORE:contact/submissions
SLOT=$(curl -s "$API/v1/businesses/$SALON/services/$SERVICE/available-slots?limit=1" | tr -d '[]')
curl -s ${bearer} ${json} -d '{"parts":['"$SLOT"'],"paymentMethodId":"credit_card","promoCode":"HELLO10"}' $API/v1/reservations/checkout
`);
}
