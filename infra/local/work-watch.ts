/** What somebody waits for: work that mentions a text, such as the id of a store, and nothing that others do. */
interface Concern {
  readonly text: string;
  /** Rises when such work has been taken, and when the handling of it has ended. */
  progress: number;
}

const concerns = new Set<Concern>();

/** Follows work that mentions a text while something runs. */
export async function watchWork<T>(text: string, run: (concern: Concern) => Promise<T>): Promise<T> {
  const concern = { text, progress: 0 };
  concerns.add(concern);
  try {
    return await run(concern);
  } finally {
    concerns.delete(concern);
  }
}

/** Notes work that has been taken or has ended, for whoever follows it. */
export function noteWork(work: unknown): void {
  if (concerns.size === 0) return;
  const said = JSON.stringify(work);
  for (const concern of concerns) if (said.includes(concern.text)) concern.progress += 1;
}
