import { join } from "node:path";
import { kebab, type Operation } from "#core/http/contract.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build, sources } from "#infra/build.ts";
import { eventOf, type Request } from "./event.ts";
import { columns, cpuOf, quietly, tableCalls } from "./measure.ts";
import type { BenchStack } from "./stack.ts";
import { type BenchWorld, benchWorld } from "./world.ts";

export const name = "spine: CPU, round trips and capacity of warm calls through the deployed code";

const OUT = join(import.meta.dirname, "../../.build/bench");
const CALLS = 1500;

interface Scenario {
  label: string;
  budget: string;
  operation: Operation;
  request: (index: number) => Request;
}

export async function run(stack: BenchStack): Promise<string> {
  await build(sources({ operations, workers }), { outDir: OUT });
  const world = await benchWorld(stack.api);
  const rows = [["call", "CPU ms", "budget", "round trips", "units", "calls to the table"]];
  for (const scenario of scenarios(world)) rows.push(await quietly(() => measure(scenario)));
  return `${columns(rows)}\n\n${await throughput(stack, world)}`;
}

function scenarios({ storeId, formId, formIds, token }: BenchWorld): Scenario[] {
  const params = { storeId, formId };
  const far = Math.floor(Date.now() / 1000);
  const uncached = (index: number) => ({ "x-local-time": String(far + (index % 100) * 31) });
  return [
    {
      label: "read by id, membership cached",
      budget: "1.2",
      operation: forms.getForm,
      request: () => ({ params, token }),
    },
    {
      label: "read by id, membership read",
      budget: "2.0",
      operation: forms.getForm,
      request: (index) => ({ params, token, headers: uncached(index) }),
    },
    {
      label: "list of 50",
      budget: "3.0",
      operation: forms.listForms,
      request: () => ({ params: { storeId }, token, query: { limit: "50" } }),
    },
    {
      label: "create",
      budget: "2.5",
      operation: forms.createForm,
      request: () => ({ params: { storeId }, token, body: { key: uniqueKey(), schema: SCHEMA } }),
    },
    {
      label: "update",
      budget: "2.5",
      operation: forms.updateForm,
      request: (index) => ({
        params: { storeId, formId: formIds[index % formIds.length] ?? formId },
        token,
        body: { schema: SCHEMA },
      }),
    },
  ];
}

const SCHEMA = [
  { type: "text", key: "name", required: true },
  { type: "text", key: "message", required: true },
];
let keys = 0;
const uniqueKey = () => `bench-${Date.now().toString(36)}-${++keys}`;

type Handler = (event: object, context: object) => Promise<{ statusCode: number; body: string }>;

async function measure({ label, budget, operation, request }: Scenario): Promise<string[]> {
  const file = `${kebab(operation.id)}.ts`;
  const deployed = await handlerOf(join(OUT, operation.folder, file.replace(".ts", ".mjs")));
  const { cpu } = await cpuOf(CALLS, (index) => invoke(deployed, operation, request(index)));
  const source = await handlerOf(join(import.meta.dirname, "../../functions", operation.folder, file));
  await invoke(source, operation, request(1));
  const calls = await tableCalls(() => invoke(source, operation, request(2)));
  const units = calls.reduce((sum, call) => sum + (call.units ?? 0), 0);
  const commands = calls.map(({ command, units: each }) => `${command.replace("Command", "")} ${each}`);
  return [label, cpu.toFixed(2), budget, String(calls.length), String(units), commands.join(", ")];
}

async function handlerOf(path: string): Promise<Handler> {
  const module = (await import(path)) as { handler: Handler };
  return module.handler;
}

async function invoke(handler: Handler, operation: Operation, request: Request): Promise<void> {
  const reply = await handler(eventOf(operation, request), {});
  if (reply.statusCode >= 300) throw new Error(`${operation.id} answered ${reply.statusCode}: ${reply.body}`);
}

async function throughput(stack: BenchStack, world: BenchWorld): Promise<string> {
  const rows = [["through the local gateway, 8 at once", "requests/s", "CPU ms a request"]];
  for (const scenario of scenarios(world).filter(({ label }) => !label.endsWith("read"))) {
    const total = 1500;
    const before = await stack.cpu();
    const started = performance.now();
    let next = 0;
    const client = async () => {
      while (next < total) await fetchOnce(stack.api, scenario, next++);
    };
    await Promise.all(Array.from({ length: 8 }, client));
    const seconds = (performance.now() - started) / 1000;
    const cpu = (await stack.cpu()) - before;
    rows.push([scenario.label, Math.round(total / seconds).toString(), (cpu / total).toFixed(2)]);
  }
  return columns(rows);
}

async function fetchOnce(api: string, { operation, request }: Scenario, index: number): Promise<void> {
  const { rawPath, rawQueryString, headers, body } = eventOf(operation, request(index));
  const url = `${api}${rawPath}${rawQueryString ? `?${rawQueryString}` : ""}`;
  const reply = await fetch(url, { method: operation.method, headers, ...(body ? { body } : {}) });
  await reply.arrayBuffer();
  // Updates of one record at once: the losers of the last retry are told to come again.
  if (reply.status >= 300 && reply.status !== 409)
    throw new Error(`${operation.id} answered ${reply.status}`);
}
