import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Pump } from "./pump.ts";
import { watchWork } from "./work-watch.ts";

export interface QuietOptions {
  /** The most rounds of waiting for all workers, because other work may keep the stack busy without end. */
  rounds?: number | undefined;
  /** Milliseconds after which the wait fails. */
  timeout?: number | undefined;
  /** Wait only for work that mentions this text, such as a store's id. */
  of?: string | undefined;
}

const MAX_ROUNDS = 20;
const TIMEOUT_MS = 30_000;

/** Waits until workers have handled all earlier writes, and the writes that they caused. */
export function waitUntilQuiet(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { of, ...options }: QuietOptions = {},
): Promise<void> {
  const pumps = [...streams, ...queues];
  if (of === undefined)
    return waitRounds(streams, queues, options, () => pumps.reduce((sum, { progress }) => sum + progress, 0));
  return watchWork(of, (watch) => waitRounds(streams, queues, { of, ...options }, () => watch.progress));
}

async function waitRounds(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { rounds = MAX_ROUNDS, timeout = scaledTimeout(TIMEOUT_MS), of }: QuietOptions,
  progress: () => number,
): Promise<void> {
  const busy = new Set<string>();
  const waitForPump = async (pump: Pump) => {
    busy.add(pump.id);
    await pump.waitUntilIdle(of);
    busy.delete(pump.id);
  };
  const waitForRounds = async () => {
    for (let round = 0; round < rounds; round++) {
      const before = progress();
      await Promise.all(streams.map(waitForPump));
      await Promise.all(queues.map(waitForPump));
      if (progress() === before) return;
    }
  };
  let late: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new Error(`Not drained after ${timeout} ms: ${[...busy].join(", ")} still has work.`)),
      timeout,
    );
  });
  try {
    await Promise.race([waitForRounds(), expired]);
  } finally {
    clearTimeout(late);
  }
}
