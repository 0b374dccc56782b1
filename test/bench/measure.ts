import { closeSync, openSync, writeSync } from "node:fs";
import type { TableCall } from "#core/dynamo/client.ts";
import { watchCalls } from "#test/support/table.ts";

interface MeasuredCpu {
  /** Milliseconds of this process's CPU for each call. */
  cpu: number;
  calls: number;
}

/** Mean CPU of a call, after a warm-up of a fifth of the calls. */
export async function measureCpu(
  calls: number,
  run: (index: number) => Promise<unknown>,
): Promise<MeasuredCpu> {
  for (let index = 0; index < calls / 5; index++) await run(index);
  const { cpu } = await cpuOf(async () => {
    for (let index = 0; index < calls; index++) await run(index);
  });
  return { cpu: cpu / calls, calls };
}

/** Milliseconds of this process's CPU, all threads included: wall time would include other load on the machine. */
export async function cpuOf<T>(run: () => Promise<T>): Promise<{ cpu: number; result: T }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, result };
}

/** Runs something and discards its log lines: writing them is part of the cost, showing them is not. */
export async function withoutOutput<T>(run: () => Promise<T>): Promise<T> {
  const restore = discardOutput();
  try {
    return await run();
  } finally {
    restore();
  }
}

function discardOutput(): () => void {
  const nowhere = openSync("/dev/null", "w");
  const write = process.stdout.write;
  process.stdout.write = ((chunk: string | Uint8Array) => {
    writeSync(nowhere, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    return true;
  }) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write;
    closeSync(nowhere);
  };
}

export async function tableCalls(run: () => Promise<unknown>): Promise<TableCall[]> {
  return (await watchCalls(run)).calls;
}

const WRITE_COMMAND = /Write|Put|Update|Delete/;

export function unitsOf(calls: TableCall[], writes: boolean): number {
  return calls
    .filter(({ command }) => WRITE_COMMAND.test(command) === writes)
    .reduce((sum, { units = 0 }) => sum + units, 0);
}

/** Round trips: calls in flight together count as one. */
export function roundTripsOf(calls: TableCall[]): number {
  let waves = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { started, milliseconds } of calls.toSorted((one, other) => one.started - other.started)) {
    if (started >= until) waves += 1;
    until = started >= until ? started + milliseconds : Math.min(until, started + milliseconds);
  }
  return waves;
}

export function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** A table for a terminal: columns as wide as their longest cell. */
export function textTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
