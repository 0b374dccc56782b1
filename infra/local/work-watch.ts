/** Counts the work that mentions a text, such as a store's id, while somebody waits for it. */
interface WorkWatch {
  readonly text: string;
  /** Grows by one when such work begins and when it ends. */
  progress: number;
}

const watches = new Set<WorkWatch>();

/** Runs `run` with a watch that counts the work that mentions a text. */
export async function watchWork<T>(text: string, run: (watch: WorkWatch) => Promise<T>): Promise<T> {
  const watch = { text, progress: 0 };
  watches.add(watch);
  try {
    return await run(watch);
  } finally {
    watches.delete(watch);
  }
}

/** Must be called when work begins and when it ends. `work` is anything whose JSON has its ids. */
export function noteWork(work: unknown): void {
  if (watches.size === 0) return;
  const workText = JSON.stringify(work);
  for (const watch of watches) if (workText.includes(watch.text)) watch.progress += 1;
}
