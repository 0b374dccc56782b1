import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Pump } from "./pump.ts";
import { watchWork } from "./work-watch.ts";

export interface QuietOptions {
  /** Hops from a write to what it causes that are followed while others keep the stack busy. */
  rounds?: number | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  /** A text, such as the id of a store: only what mentions it is waited for. */
  of?: string | undefined;
}

const ROUNDS = 20;
const TIMEOUT = 30_000;

/**
 * Waits until what was written before has been carried to all workers that it concerns.
 *
 * A call that ends after the streams were read may have written what only the streams know. So there is another round
 * until no pump has taken or ended anything in a whole one; or, of one store, nothing that mentions it.
 */
export function waitUntilQuiet(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { of, ...options }: QuietOptions = {},
): Promise<void> {
  const pumps = [...streams, ...queues];
  if (of === undefined)
    return follow(streams, queues, options, () => pumps.reduce((sum, { progress }) => sum + progress, 0));
  return watchWork(of, (concern) => follow(streams, queues, { of, ...options }, () => concern.progress));
}

async function follow(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { rounds = ROUNDS, timeout = scaledTimeout(TIMEOUT), of }: QuietOptions,
  progress: () => number,
): Promise<void> {
  const busy = new Set<string>();
  const settle = async (pump: Pump) => {
    busy.add(pump.id);
    await pump.settle(of);
    busy.delete(pump.id);
  };
  const goRound = async () => {
    for (let round = 0; round < rounds; round++) {
      const before = progress();
      await Promise.all(streams.map(settle));
      await Promise.all(queues.map(settle));
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
