import type { Call } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import type { Request } from "./event.ts";
import { deployed, empty, type Handler, invoke, source } from "./handlers.ts";
import { columns, median, quietly, tableCalls, unitsOf, wavesOf } from "./measure.ts";

/** One kind of request; `request` is asked for outside what is measured, and may prepare what it needs. */
export interface Scenario {
  label: string;
  operation: Operation;
  request: (index: number) => Request | Promise<Request>;
  /** Calls of a round, where making a request ready takes long. */
  calls?: number;
  /** CPU in milliseconds, and round trips, that it is meant to stay within. */
  goal?: { cpu: number; trips?: number };
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CALLS = Number(process.env.BENCH_CALLS ?? 120);

interface Run extends Scenario {
  handler: Handler;
  rounds: number[];
}

/**
 * Measures some requests side by side, round after round, so that what else the machine does befalls all of them: the
 * median of the rounds, and its ratio to a handler that does nothing.
 *
 * @param beside label of a scenario to which the ratio of all is told as well
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
  const ratios = anchors.map(({ label }) => (label === anchor.label ? "x empty" : `x ${label}`));
  const rows = [["call", "CPU ms", ...ratios, "goal", "trips", "RCU", "WCU", "calls to the table"]];
  for (const run of runs) rows.push(await rowOf(run, anchors));
  return `${columns(rows)}\n\nMedian of ${ROUNDS} rounds of ${CALLS} calls, the handler alone.`;
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

async function rowOf({ label, goal, operation, request, rounds }: Run, anchors: Run[]): Promise<string[]> {
  const cpu = median(rounds);
  const calls = operation.id === empty.operation.id ? [] : await callsOf({ operation, request });
  const { cpu: most, trips } = goal ?? {};
  return [
    label,
    cpu.toFixed(2),
    ...anchors.map((anchor) => (cpu / median(anchor.rounds)).toFixed(1)),
    most === undefined ? "" : `${most}${trips === undefined ? "" : ` in ${trips}`}`,
    String(wavesOf(calls)),
    String(unitsOf(calls, false)),
    String(unitsOf(calls, true)),
    calls.map(({ command, units }) => `${command.replace(/(Items?)?Command/, "")} ${units}`).join(", "),
  ];
}

/** The calls of one request by the handler's source, warm. */
async function callsOf({ operation, request }: Pick<Scenario, "operation" | "request">): Promise<Call[]> {
  const handler = await source(operation);
  const [first, second] = [await request(1), await request(1)];
  return quietly(async () => {
    await invoke(handler, operation, first);
    return tableCalls(() => invoke(handler, operation, second));
  });
}
