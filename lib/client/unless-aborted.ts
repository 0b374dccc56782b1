/**
 * Waits for a value, but at most until the signal aborts.
 *
 * @throws the signal's reason
 */
export function unlessAborted<T>(signal: AbortSignal, value: T | PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  });
}
