import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { TableCall } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import type { Change } from "./downstream-cost.ts";
import {
  type BenchRequest,
  deployedHandler,
  emptyCall,
  type Handler,
  invoke,
  sourceHandler,
} from "./handlers.ts";
import {
  cpuOf,
  measureCpu,
  median,
  roundTripsOf,
  tableCalls,
  textTable,
  unitsOf,
  withoutOutput,
} from "./measure.ts";

/** One kind of request; `request` runs outside the measurement and may prepare what it needs. */
export interface Scenario {
  label: string;
  operation: Operation;
  request: (index: number) => BenchRequest | Promise<BenchRequest>;
  /** Calls in each round; fewer than usual if preparing a request takes long. */
  calls?: number;
  /** Goals: milliseconds of CPU and round trips. */
  goal?: { cpu: number; trips?: number };
}

/** The scenario as a change whose consequences are measured too. */
export function scenarioChange({ label, operation, request }: Scenario): Change {
  return { label, steps: [async (index) => ({ operation, request: await request(index) })] };
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CALLS = Number(process.env.BENCH_CALLS ?? 120);

interface ScenarioRun extends Scenario {
  handler: Handler;
  rounds: number[];
}

/**
 * Measures requests in alternating rounds, so that other load on the machine affects all of them, and prints the median
 * and its ratio to an empty handler.
 *
 * @param beside label of a scenario that all are compared with as well
 */
export async function compareScenarios(scenarios: Scenario[], beside?: string): Promise<string> {
  const anchor: ScenarioRun = {
    label: "an empty handler",
    request: () => ({ body: {} }),
    ...emptyCall,
    rounds: [],
  };
  const runs: ScenarioRun[] = [anchor];
  for (const scenario of scenarios) {
    runs.push({ ...scenario, handler: await deployedHandler(scenario.operation), rounds: [] });
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
  const bare = new Map<ScenarioRun, number>();
  for (const run of runs) if (isRead(run)) bare.set(run, await bareCpuOf(await callsOf(run)));
  const ratios = anchors.map(({ label }) => (label === anchor.label ? "x empty" : `x ${label}`));
  const rows = [
    ["call", "CPU ms", ...ratios, "x bare SDK", "goal", "trips", "RCU", "WCU", "calls to the table"],
  ];
  for (const run of runs) rows.push(await scenarioRow(run, anchors, bare.get(run)));
  return `${textTable(rows)}\n\nMedian of ${ROUNDS} rounds of ${CALLS} calls, the handler alone. Bare SDK: the same calls to the table by its document client, one after the other.`;
}

async function cpuOfRound(run: ScenarioRun, round: number): Promise<number> {
  const { handler, operation, request, calls = CALLS } = run;
  const requests: BenchRequest[] = [];
  for (let index = 0; index < calls; index++) requests.push(await request(round * calls + index));
  return withoutOutput(async () => {
    const { cpu } = await cpuOf(async () => {
      for (const each of requests) await invoke(handler, operation, each);
    });
    return cpu / calls;
  });
}

/** Whether a request only reads, so that its calls to the table can be repeated. */
function isRead({ operation }: ScenarioRun): boolean {
  return operation.method === "GET" && operation.id !== emptyCall.operation.id;
}

/** Milliseconds of CPU when the SDK's document client alone makes these calls. */
async function bareCpuOf(calls: TableCall[]): Promise<number> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const commands = calls.map(({ command, input }) => () => {
    const { ReturnConsumedCapacity: _, ...asked } = input as Record<string, unknown>;
    // Safe: the recorded input belongs to the command with this name.
    const Command = COMMAND_CLASSES[command] as new (input: never) => GetCommand;
    return client.send(new Command(asked as never));
  });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { cpu } = await measureCpu(CALLS, async () => {
      for (const send of commands) await send();
    });
    rounds.push(cpu);
  }
  return median(rounds);
}

const COMMAND_CLASSES: Record<string, unknown> = {
  GetItemCommand: GetCommand,
  BatchGetItemCommand: BatchGetCommand,
  QueryCommand,
};

async function scenarioRow(
  { label, goal, operation, request, rounds }: ScenarioRun,
  anchors: ScenarioRun[],
  bare: number | undefined,
): Promise<string[]> {
  const cpu = median(rounds);
  const calls = operation.id === emptyCall.operation.id ? [] : await callsOf({ operation, request });
  const { cpu: most, trips } = goal ?? {};
  return [
    label,
    cpu.toFixed(2),
    ...anchors.map((anchor) => (cpu / median(anchor.rounds)).toFixed(1)),
    bare === undefined ? "" : (cpu / bare).toFixed(2),
    most === undefined ? "" : `${most}${trips === undefined ? "" : ` in ${trips}`}`,
    String(roundTripsOf(calls)),
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
  const handler = await sourceHandler(operation);
  const [first, second] = [await request(1), await request(1)];
  return withoutOutput(async () => {
    await invoke(handler, operation, first);
    return tableCalls(() => invoke(handler, operation, second));
  });
}
