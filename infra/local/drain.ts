import { patience } from "#core/patience.ts";
import type { Pump } from "./pump.ts";

export interface DrainOptions {
  /** Hops from a write to what it causes that are followed while others keep the stack busy. */
  rounds?: number | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const ROUNDS = 20;
const TIMEOUT = 30_000;

/**
 * Waits until what was written before has been carried to all workers that it concerns.
 *
 * A call that ends after the streams were read may have written what only the streams know. So there is another round
 * until no pump has taken or ended anything in a whole one.
 */
export async function drain(
  streams: readonly Pump[],
  queues: readonly Pump[],
  { rounds = ROUNDS, timeout = patience(TIMEOUT) }: DrainOptions = {},
): Promise<void> {
  const pumps = [...streams, ...queues];
  const busy = new Set<string>();
  const settle = async (pump: Pump) => {
    busy.add(pump.id);
    await pump.settle();
    busy.delete(pump.id);
  };
  const follow = async () => {
    for (let round = 0; round < rounds; round++) {
      const before = pumps.map(({ progress }) => progress);
      await Promise.all(streams.map(settle));
      await Promise.all(queues.map(settle));
      if (pumps.every(({ progress }, index) => progress === before[index])) return;
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
    await Promise.race([follow(), expired]);
  } finally {
    clearTimeout(late);
  }
}
