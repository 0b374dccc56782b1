/** Reads a stream or queue, and delivers its records or messages to a function. */
export interface Pump {
  readonly id: string;
  /** A counter that grows when work is done, so that a change shows activity. */
  readonly progress: number;
  /** Stops taking batches; resolves when running calls have ended. */
  pause(): Promise<void>;
  resume(): void;
  /** Reads its stream or queue now. */
  nudge(): void;
  /** Waits until all present work was handled once. With a text, ignores calls that do not mention it. */
  waitUntilIdle(text?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Ids of the items that a worker reports as failed. */
export function failedItems(answer: unknown): Set<string> {
  if (typeof answer !== "object" || answer === null || !("batchItemFailures" in answer)) return new Set();
  const failures = Array.isArray(answer.batchItemFailures) ? answer.batchItemFailures : [];
  return new Set(failures.map(({ itemIdentifier }: { itemIdentifier: unknown }) => String(itemIdentifier)));
}
