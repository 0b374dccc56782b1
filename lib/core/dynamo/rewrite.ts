import { attempt } from "./attempt.ts";

/** Milliseconds after which a worker leaves the rest to a message of its own. */
export const PATIENCE = 40_000;
/** Records rewritten side by side. */
const ABREAST = 10;

/**
 * Changes the records that are found until none is left to change. It may be killed anywhere and run any number of
 * times.
 *
 * @param find ids of some records; an index may still name what was changed already
 * @param change changes one record; whether there was anything to change
 * @param patience milliseconds
 * @returns false when the time was up before
 */
export async function rewriteAll(
  find: () => Promise<string[]>,
  change: (id: string) => Promise<boolean>,
  patience: number,
): Promise<boolean> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const ids = await find();
    let changed = 0;
    for (let start = 0; start < ids.length; start += ABREAST) {
      const some = ids.slice(start, start + ABREAST);
      const results = await Promise.all(some.map((id) => attempt(() => change(id))));
      changed += results.filter(Boolean).length;
    }
    if (changed === 0) return true;
  }
  return false;
}
