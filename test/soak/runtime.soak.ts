import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { operations, workers } from "#functions/manifest.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { type Asset, build } from "#infra/build.ts";
import { DISPATCHER } from "#infra/build-plugins.ts";
import { sources } from "#infra/build-sources.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { endpointSize } from "#infra/function.ts";
import { timeoutOf, WORKER_DEFAULTS } from "#infra/function-access.ts";
import { endpointGroupsOf } from "#infra/function-groups.ts";
import type { Stack } from "#infra/local/stack.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import type { SoakRun } from "#test/soak.ts";
import { ok } from "#test/support/client.ts";
import { mailTo, newEmail } from "#test/support/world.ts";
import { type DeployedFunction, RuntimeFunction } from "./runtime-process.ts";

export const name = "every deployed function under the Lambda Runtime API";

const ROOT = resolve(import.meta.dirname, "..", "..");
const BUILD_FOLDER = join(ROOT, ".build", "runtime");
const HANDLER_FOLDER = join(BUILD_FOLDER, "handlers");
const FIXTURE_STORE = /store_01j9z3k4m5n6p7q8r9s0t1v2w3/g;

/** A function with its operations or workers, whose fixtures it is tested with. */
interface TestedFunction extends DeployedFunction {
  members: readonly (Operation | Worker)[];
}

const units = await deployedFunctions();
const functions = new Map<string, RuntimeFunction>();
// The written handlers call the functions by this global.
Object.assign(globalThis, { callDeployed: (id: string, event: unknown) => functionOf(id).invoke(event) });
for (const unit of units) for (const member of unit.members) writeHandler(unit, member);

/** The project's manifest, with the deployed function behind each handler. */
export const manifest = { operations, workers, folder: HANDLER_FOLDER };

/** FUNCTIONS in the environment chooses functions by a part of their names; all if unset. */
export async function run({ stack }: SoakRun): Promise<string> {
  const { TOKEN, STORE, hops } = await runRequestChain(stack);
  const wanted = process.env.FUNCTIONS ?? "";
  const chosen = units.filter(({ id }) => id.toLowerCase().includes(wanted.toLowerCase()));
  const wrong: string[] = [];
  let fixtures = 0;
  // The stream would start functions while they are tested.
  await stack.pause("stream");
  for (const unit of chosen) {
    for (const member of unit.members) {
      fixtures += 1;
      const problem = await tryFixture(unit, member, { TOKEN, STORE });
      if (problem) wrong.push(`${unit.id}, ${member.id}: ${problem}`);
    }
    functions.get(unit.id)?.stop();
    functions.delete(unit.id);
  }
  for (const each of functions.values()) each.stop();
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${fixtures} fixtures:\n${wrong.join("\n")}`);
  return `${hops}; ${chosen.length} of ${units.length} functions with ${fixtures} fixtures, each within its declared time`;
}

/** Runs sign-in, store, form, submission, fan-out, mail and webhook, each by its deployed function. */
async function runRequestChain(stack: Stack): Promise<{ TOKEN: string; STORE: string; hops: string }> {
  const email = newEmail();
  const { challenge_id } = await ok(auth.requestCode, { body: { email } });
  const code = await codeFor(email);
  const { access_token: TOKEN } = await ok(auth.verifyCode, { body: { challenge_id, code } });
  const as = { token: TOKEN };
  const key = `runtime-${crypto.randomUUID().slice(0, 8)}`;
  const { id: STORE } = await ok(stores.createStore, { as, body: { key, timezone: "UTC" } });
  const params = { storeId: STORE };
  const url = `${stack.webhooks}/runtime`;
  await ok(webhooks.createWebhook, { as, params, body: { url, events: ["form.submitted"] } });
  const schema = [{ type: "text", key: "message", required: true }];
  const form = await ok(forms.createForm, { as, params, body: { key: "ask", schema } });
  const body = {
    form_id: form.id,
    fields: [{ id: form.schema[0]?.id ?? "", value: "Hello from the runtime" }],
  };
  await ok(forms.submitForm, { params: { ...params, formId: form.id }, body });
  const { subject } = await mailTo(email, 2);
  const delivered = await pageTextAt(url);
  assert.match(delivered, /form\.submitted/);
  return {
    TOKEN,
    STORE,
    hops: `a code, a store, a form and a submission led to the mail "${subject}" and a webhook`,
  };
}

async function pageTextAt(url: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const text = await (await fetch(url, { headers: { accept: "application/json" } })).text();
    if (text.includes("form.submitted")) return text;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("The webhook was not delivered within a minute.");
}

async function tryFixture(
  unit: TestedFunction,
  member: Operation | Worker,
  { TOKEN, STORE }: { TOKEN: string; STORE: string },
): Promise<string | undefined> {
  const text = JSON.stringify(fixtureOf(member));
  const event: unknown = JSON.parse(text.replaceAll("{token}", TOKEN).replaceAll(FIXTURE_STORE, STORE));
  try {
    const answer: unknown = await functionOf(unit.id).invoke(event);
    const status = Object(answer).statusCode;
    return status >= 500 ? `it answered ${status}` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 400) : String(error);
  }
}

function functionOf(id: string): RuntimeFunction {
  const unit = units.find((each) => each.id === id);
  if (!unit) throw new Error(`There is no function ${id}.`);
  const known = functions.get(id) ?? new RuntimeFunction(unit, stackVariables());
  functions.set(id, known);
  return known;
}

/** Variables of the stack, with the URLs of the emulators. */
function stackVariables(): Record<string, string> {
  const own = Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_|PATH$|HOME$|PWD$)/.test(key));
  return Object.fromEntries(own.map(([key, value]) => [key, value ?? ""]));
}

async function deployedFunctions(): Promise<TestedFunction[]> {
  const assets = await build(sources({ operations, workers }), { outDir: BUILD_FOLDER });
  // The bundled packages are for the functions' processor: without them, those of the project are used.
  for (const { folder } of assets) rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  const folderOf = (domain: string) => knownAsset(assets, domain).folder;
  const endpoints = endpointGroupsOf(operations, "endpoint").map((group): TestedFunction => {
    const sizes = group.operations.map(endpointSize);
    return {
      id: group.id,
      folder: folderOf(group.domain),
      entry: kebab(group.entry),
      memory: Math.max(...sizes.map(({ memory }) => memory)),
      timeout: Math.max(...sizes.map(({ timeout }) => timeout)),
      members: group.operations,
    };
  });
  const shifts = workerGroupsOf(workers).map(
    (shift): TestedFunction => ({
      id: shift.id,
      folder: folderOf(shift.domain),
      entry: shift.members.length > 1 ? DISPATCHER : kebab(shift.id),
      memory: shift.memory ?? WORKER_DEFAULTS.memory,
      timeout: timeoutOf(shift),
      members: shift.members,
    }),
  );
  return [...endpoints, ...shifts];
}

function knownAsset(assets: readonly Asset[], domain: string): Asset {
  const found = assets.find((asset) => asset.domain === domain);
  if (!found) throw new Error(`The domain ${domain} has no bundle.`);
  return found;
}

function writeHandler(unit: TestedFunction, member: Operation | Worker): void {
  const file = join(
    HANDLER_FOLDER,
    member.folder,
    `${kebab(member.id)}${"trigger" in member ? ".worker" : ""}.ts`,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export const handler = (event) => globalThis.callDeployed("${unit.id}", event);\n`);
}
