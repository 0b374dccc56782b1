/** Delivers records or messages to a function. */
export interface Pump {
  readonly id: string;
  /** Rises when a batch is taken and when it has been handled. */
  readonly progress: number;
  /** Stops taking batches; resolves when running calls have ended. */
  pause(): Promise<void>;
  resume(): void;
  /** Reads its stream or queue now. */
  nudge(): void;
  /** Waits until all present work has been handled once; with a text, only calls that mention it. */
  waitUntilIdle(text?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Ids of the items that a worker reports as failed. */
export function failedItems(answer: unknown): Set<string> {
  if (typeof answer !== "object" || answer === null || !("batchItemFailures" in answer)) return new Set();
  const failures = Array.isArray(answer.batchItemFailures) ? answer.batchItemFailures : [];
  return new Set(failures.map(({ itemIdentifier }: { itemIdentifier: unknown }) => String(itemIdentifier)));
}

/** Prints a worker's error. */
export function reportFailure(worker: string, error: unknown): void {
  console.error(`${worker}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
