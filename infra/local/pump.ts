/** Something that carries records to a function. */
export interface Pump {
  readonly id: string;
  /** Rises when something has been taken, and when the handling of something has ended. */
  readonly progress: number;
  /** Stops taking; what is under way is finished. */
  pause(): Promise<void>;
  resume(): void;
  /** Says that there may be something to take. */
  nudge(): void;
  /** Waits until all that was there when called has been handled once; of calls under way, those that mention the text. */
  settle(text?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The items that a worker's answer names as failed. */
export function failedItems(answer: unknown): Set<string> {
  if (typeof answer !== "object" || answer === null || !("batchItemFailures" in answer)) return new Set();
  const failures = Array.isArray(answer.batchItemFailures) ? answer.batchItemFailures : [];
  return new Set(failures.map(({ itemIdentifier }: { itemIdentifier: unknown }) => String(itemIdentifier)));
}

/** Says on stderr what went wrong in a worker. */
export function reportFailure(worker: string, error: unknown): void {
  console.error(`${worker}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
