const CONCURRENCY = 4;

/** Runs `act` for each item, four at a time. */
export async function forEachConcurrent<T>(
  all: readonly T[],
  act: (each: T) => Promise<void>,
): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
