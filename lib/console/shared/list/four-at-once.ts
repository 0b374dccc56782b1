const AT_ONCE = 4;

/** Runs `act` for each item, four at a time. */
export async function fourAtOnce<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
