import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Context } from "#core/context.ts";
import { readArguments } from "#infra/arguments.ts";
import type { Config } from "#infra/config.ts";
import { applyEnvironment } from "#infra/local/environment.ts";
import { runningEnvironment } from "#infra/local/running-environment.ts";
import { showWhile } from "#infra/progress.ts";
import { type AdminCommand, adminUsage, usageOf } from "./admin-usage.ts";
import type { ReplayResult } from "./replay.ts";

type Command = (environment: string | undefined, ...words: string[]) => Promise<void>;
const COMMANDS: Readonly<Record<AdminCommand, Command>> = {
  "make-super": grantSuper,
  export: exportTo,
  import: importFrom,
  replay: replayQuarantine,
  restore: restoreTable,
  "restore-store": restoreOneStore,
  trace,
  recount,
  concurrency: checkConcurrency,
};

try {
  const { positionals, values } = readArguments(adminUsage(), {
    allowPositionals: true,
    options: { context: { type: "string", short: "c" } },
  });
  const [name = "", ...words] = positionals;
  if (!isCommand(name)) throw new Error(adminUsage());
  const run = () => COMMANDS[name](environmentIn(values.context, name), ...words);
  // These two show the number of lines.
  await (name === "export" || name === "import" ? run() : showWhile(name, run));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// Open AWS clients would keep the process alive.
process.exit();

function isCommand(name: string): name is AdminCommand {
  return Object.hasOwn(COMMANDS, name);
}

/** The failure of a command that lacks words: says how to use it. */
function wrongUse(name: AdminCommand): Error {
  return new Error(`Use of npm run admin:\n\n${usageOf(name)}`);
}

async function grantSuper(environment: string | undefined, email?: string): Promise<void> {
  if (!email) throw wrongUse("make-super");
  if (environment === undefined) await useLocalStack();
  else {
    const { tableNameOf } = await import("#infra/config.ts");
    process.env.TABLE_NAME = tableNameOf(await configOf(environment));
  }
  const { makeSuper } = await import("#lib/tenancy/people/make-super.ts");
  const now = () => Math.floor(Date.now() / 1000);
  try {
    const id = await makeSuper({ now, guards: undefined }, email.trim().toLowerCase());
    console.log(
      `${email} (${id}) is super from the next sign-in, and within 30 seconds in sessions that are open.`,
    );
  } catch (error) {
    if (!(error instanceof Error) || !/not found/i.test(error.message)) throw error;
    throw new Error(`No person has proven that address: sign in once with it. (${error.message})`);
  }
}

async function exportTo(environment: string | undefined, store?: string, file?: string): Promise<void> {
  if (!store || !file) throw wrongUse("export");
  await useStack(environment);
  const { writeLines } = await import("./transfer.ts");
  const { exportStore } = await import("#lib/system/transfer/service.ts");
  const lines = await writeLines(file, exportStore(operatorContext("export"), store));
  console.log(
    `Wrote ${file}: ${lines} lines. It holds what people told the store: keep it as you keep the store.`,
  );
}

async function importFrom(environment: string | undefined, file?: string): Promise<void> {
  if (!file) throw wrongUse("import");
  await useStack(environment);
  const { readLines } = await import("./transfer.ts");
  const { importStore } = await import("#lib/system/transfer/import.ts");
  const { id, key, items, files, owner, missing } = await importStore(operatorContext("import"), () =>
    readLines(file),
  );
  console.log(`Opened ${key} (${id}) with ${items} records and ${files} files. ${owner} owns it.`);
  if (missing.length > 0) console.log(`Not members yet, invite them: ${missing.join(", ")}`);
}

/** An operator acts with the rights of their own AWS credentials, so no check of a role is needed. */
function operatorContext(operation: string): Context {
  const clock = () => Date.now() / 1000;
  return {
    requestId: randomUUID(),
    operation,
    family: "store",
    actor: { kind: "system", id: "operator" },
    now: () => Math.floor(clock()),
    clock,
    ip: "",
    userAgent: "",
    may: async () => true,
    guards: undefined,
  };
}

async function replayQuarantine(environment: string | undefined): Promise<void> {
  const { replayLocally, replayDeployed } = await import("./replay.ts");
  if (environment === undefined) await useLocalStack();
  const replayed =
    environment === undefined ? await replayLocally() : await replayDeployed(await configOf(environment));
  console.log(describeReplay(replayed));
  if (replayed.left > 0) process.exitCode = 1;
}

function describeReplay({ sent, left }: ReplayResult): string {
  const stay = left > 0 ? ` ${left} still cannot be sent: the log of the fan-out says why.` : "";
  return `Sent ${sent} ${sent === 1 ? "row" : "rows"} that stood aside.${stay}`;
}

/** Restores the environment's table to a new one. The setting `table` switches the stack to it. */
async function restoreTable(environment: string | undefined, time?: string): Promise<void> {
  const at = new Date(time ?? "");
  if (environment === undefined || Number.isNaN(at.getTime())) throw wrongUse("restore");
  const config = await configOf(environment);
  const { restoreEnvironment } = await import("./restore.ts");
  const setting = await restoreEnvironment(config, at, (message) => console.log(message));
  console.log(
    `Put this into settings.${environment}.json, and deploy: ${JSON.stringify({ table: setting })}`,
  );
}

/** Restores one store inside the running table, and writes every record that it replaces to a file. */
async function restoreOneStore(
  environment: string | undefined,
  store?: string,
  time?: string,
  file?: string,
): Promise<void> {
  const at = new Date(time ?? "");
  if (environment === undefined || !store || !file || Number.isNaN(at.getTime()))
    throw wrongUse("restore-store");
  const { restoreStore } = await import("./restore-store.ts");
  const config = await configOf(environment);
  await restoreStore(operatorContext("restore-store"), config, { store, at, file }, (message) =>
    console.log(message),
  );
}

/** Prints the log lines about a request, an order or an email address, oldest first. */
async function trace(environment: string | undefined, subject?: string, file?: string): Promise<void> {
  if (!subject || (environment === undefined) === (file === undefined)) throw wrongUse("trace");
  const { parseLine, relatedLines, formatLine } = await import("./trace.ts");
  const name = subject.includes("@") ? await fingerprintOf(environment, subject) : subject;
  const lines = file
    ? readFileSync(file, "utf8")
        .split("\n")
        .flatMap((text) => parseLine(text) ?? [])
    : await (await import("./logs-insights.ts")).fetchLogLines(await configOf(environment ?? ""), name, 30);
  const related = relatedLines(lines, name);
  for (const line of related) console.log(formatLine(line));
  if (related.length === 0) console.log("No line of the last 30 days tells of it.");
}

/** Logs have only the fingerprint of an email address, made with a secret of the environment. */
async function fingerprintOf(environment: string | undefined, address: string): Promise<string> {
  await useStack(environment);
  return (await import("#lib/delivery/mail/suppression.ts")).emailHash(address);
}

/** Computes a store's sums a second time, and compares them with those in use. */
async function recount(
  environment: string | undefined,
  store?: string,
  sums?: string,
  repair?: string,
): Promise<void> {
  if (!store || !sums || (repair !== undefined && repair !== "repair")) throw wrongUse("recount");
  await useStack(environment);
  const { recountSums } = await import("#lib/system/sums/service.ts");
  const head = await recountSums(operatorContext("recount"), store, sums, repair ?? "compare");
  if (!head) throw new Error(`There are no sums ${sums} of ${store}, or they are being computed already.`);
  console.log("It begins in a minute. A difference is logged with the alarm tally-drift.");
}

/**
 * Checks that the reserved concurrency fits into the account's quota; with none reserved, suggests amounts.
 */
async function checkConcurrency(environment: string | undefined): Promise<void> {
  if (environment === undefined) throw wrongUse("concurrency");
  const { readConcurrency, describeConcurrency } = await import("./concurrency.ts");
  const { fits, text } = describeConcurrency(await configOf(environment), await readConcurrency());
  console.log(text);
  if (!fits) process.exitCode = 1;
}

function environmentIn(context: string | undefined, name: AdminCommand): string | undefined {
  if (context === undefined) return undefined;
  const [key, environment] = context.split("=");
  if (key !== "env" || !environment) throw wrongUse(name);
  return environment;
}

async function useStack(environment: string | undefined): Promise<void> {
  if (environment === undefined) return useLocalStack();
  const { useDeployedStack } = await import("./transfer.ts");
  await useDeployedStack(await configOf(environment));
}

// Imported on demand: it loads the CDK, which commands for the local stack do not need.
async function configOf(environment: string): Promise<Config> {
  const { configOf: read } = await import("#infra/config.ts");
  return read(environment);
}

/** Sets this process's variables to those of the local stack. */
async function useLocalStack(): Promise<void> {
  applyEnvironment(await runningEnvironment(", or name an environment: -c env=dev|staging|prod"));
}
