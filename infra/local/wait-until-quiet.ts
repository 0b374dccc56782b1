import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Pump } from "./pump.ts";
import { watchWork } from "./work-watch.ts";

export interface QuietOptions {
  /** The most steps from a write to its effects to wait for while others keep the stack busy. */
  rounds?: number | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  /** Wait only for work that mentions this text, such as a store's id. */
  of?: string | undefined;
}

const MAX_ROUNDS = 20;
const TIMEOUT_MS = 30_000;

/**
 * Waits until earlier writes have reached all workers. `of`: a text, such as a store's id, to wait only for
 * work that mentions it.
 */
export function waitUntilQuiet(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { of, ...options }: QuietOptions = {},
): Promise<void> {
  const pumps = [...streams, ...queues];
  if (of === undefined)
    return followWork(streams, queues, options, () => pumps.reduce((sum, { progress }) => sum + progress, 0));
  return watchWork(of, (concern) => followWork(streams, queues, { of, ...options }, () => concern.progress));
}

async function followWork(
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
  const goRound = async () => {
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
    await Promise.race([goRound(), expired]);
  } finally {
    clearTimeout(late);
  }
}
