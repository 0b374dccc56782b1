/** A wait for work that mentions a text, such as a store's id. */
interface WorkWatch {
  readonly text: string;
  /** Rises when such work is taken and when it has ended. */
  progress: number;
}

const watches = new Set<WorkWatch>();

/** Counts work that mentions a text while `run` runs. */
export async function watchWork<T>(text: string, run: (watch: WorkWatch) => Promise<T>): Promise<T> {
  const watch = { text, progress: 0 };
  watches.add(watch);
  try {
    return await run(watch);
  } finally {
    watches.delete(watch);
  }
}

/** Called when work is taken and when it has ended. */
export function noteWork(work: unknown): void {
  if (watches.size === 0) return;
  const workText = JSON.stringify(work);
  for (const watch of watches) if (workText.includes(watch.text)) watch.progress += 1;
}
