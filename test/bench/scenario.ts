import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { TableCall } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import type { Change } from "./downstream-cost.ts";
import type { Request } from "./event.ts";
import { deployed, empty, type Handler, invoke, source } from "./handlers.ts";
import { columns, cpuOf, median, quietly, tableCalls, unitsOf, wavesOf } from "./measure.ts";

/** One kind of request; `request` runs outside the measurement and may prepare what it needs. */
export interface Scenario {
  label: string;
  operation: Operation;
  request: (index: number) => Request | Promise<Request>;
  /** Calls in each round; fewer than usual if preparing a request takes long. */
  calls?: number;
  /** Goals: milliseconds of CPU and round trips. */
  goal?: { cpu: number; trips?: number };
}

/** The scenario as a change whose consequences are measured too. */
export function changeOf({ label, operation, request }: Scenario): Change {
  return { label, steps: [async (index) => ({ operation, request: await request(index) })] };
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CALLS = Number(process.env.BENCH_CALLS ?? 120);

interface Run extends Scenario {
  handler: Handler;
  rounds: number[];
}

/**
 * Measures requests in alternating rounds, so that other load on the machine affects all of them, and prints the median
 * and its ratio to an empty handler.
 *
 * @param beside label of a scenario that all are compared with as well
 */
export async function compare(scenarios: Scenario[], beside?: string): Promise<string> {
  const anchor: Run = { label: "an empty handler", request: () => ({ body: {} }), ...empty, rounds: [] };
  const runs: Run[] = [anchor];
  for (const scenario of scenarios) {
    runs.push({ ...scenario, handler: await deployed(scenario.operation), rounds: [] });
  }
  // The first round warms up.
  for (let round = -1; round < ROUNDS; round++) {
    for (const run of runs) {
      const cpu = await cpuOfRound(run, round);
      if (round >= 0) run.rounds.push(cpu);
    }
  }
  const other = runs.find(({ label }) => label === beside);
  const anchors = [anchor, ...(other ? [other] : [])];
  const bare = new Map<Run, number>();
  for (const run of runs) if (isRead(run)) bare.set(run, await bareCpuOf(await callsOf(run)));
  const ratios = anchors.map(({ label }) => (label === anchor.label ? "x empty" : `x ${label}`));
  const rows = [
    ["call", "CPU ms", ...ratios, "x bare SDK", "goal", "trips", "RCU", "WCU", "calls to the table"],
  ];
  for (const run of runs) rows.push(await rowOf(run, anchors, bare.get(run)));
  return `${columns(rows)}\n\nMedian of ${ROUNDS} rounds of ${CALLS} calls, the handler alone. Bare SDK: the same calls to the table by its document client, one after the other.`;
}

async function cpuOfRound(run: Run, round: number): Promise<number> {
  const { handler, operation, request, calls = CALLS } = run;
  const requests: Request[] = [];
  for (let index = 0; index < calls; index++) requests.push(await request(round * calls + index));
  return quietly(async () => {
    const before = process.cpuUsage();
    for (const each of requests) await invoke(handler, operation, each);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / calls;
  });
}

/** Whether a request only reads, so that its calls to the table can be repeated. */
function isRead({ operation }: Run): boolean {
  return operation.method === "GET" && operation.id !== empty.operation.id;
}

/** Milliseconds of CPU when the SDK's document client alone makes these calls. */
async function bareCpuOf(calls: TableCall[]): Promise<number> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const commands = calls.map(({ command, input }) => () => {
    const { ReturnConsumedCapacity: _, ...asked } = input as Record<string, unknown>;
    // Safe: the recorded input belongs to the command with this name.
    const Command = COMMANDS[command] as new (input: never) => GetCommand;
    return client.send(new Command(asked as never));
  });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { cpu } = await cpuOf(CALLS, async () => {
      for (const send of commands) await send();
    });
    rounds.push(cpu);
  }
  return median(rounds);
}

const COMMANDS: Record<string, unknown> = {
  GetItemCommand: GetCommand,
  BatchGetItemCommand: BatchGetCommand,
  QueryCommand,
};

async function rowOf(
  { label, goal, operation, request, rounds }: Run,
  anchors: Run[],
  bare: number | undefined,
): Promise<string[]> {
  const cpu = median(rounds);
  const calls = operation.id === empty.operation.id ? [] : await callsOf({ operation, request });
  const { cpu: most, trips } = goal ?? {};
  return [
    label,
    cpu.toFixed(2),
    ...anchors.map((anchor) => (cpu / median(anchor.rounds)).toFixed(1)),
    bare === undefined ? "" : (cpu / bare).toFixed(2),
    most === undefined ? "" : `${most}${trips === undefined ? "" : ` in ${trips}`}`,
    String(wavesOf(calls)),
    String(unitsOf(calls, false)),
    String(unitsOf(calls, true)),
    calls.map(({ command, units }) => `${command.replace(/(Items?)?Command/, "")} ${units}`).join(", "),
  ];
}

/** Calls to the table by one request, after a first one has warmed up the handler. */
async function callsOf({
  operation,
  request,
}: Pick<Scenario, "operation" | "request">): Promise<TableCall[]> {
  const handler = await source(operation);
  const [first, second] = [await request(1), await request(1)];
  return quietly(async () => {
    await invoke(handler, operation, first);
    return tableCalls(() => invoke(handler, operation, second));
  });
}
