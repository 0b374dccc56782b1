/** A seeded random generator: mulberry32. */
export interface Random {
  readonly seed: number;
  /** A whole number from 0 to `most - 1`. */
  int(most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** The seed of a run: `SEED`, which tests derive from the commit, else a new one. */
export function newSeed(): number {
  return process.env.SEED ? Number(process.env.SEED) : Math.floor(Math.random() * 2 ** 31);
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (most: number) => Math.floor(next() * most);
  return {
    seed,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
    shuffled: (list) => {
      const all = [...list];
      for (let index = all.length - 1; index > 0; index--) {
        const other = int(index + 1);
        [all[index], all[other]] = [all[other] as never, all[index] as never];
      }
      return all;
    },
  };
}

/** Runs a proof with a seed, and names the seed in its error. */
export async function seeded<T>(run: (random: Random) => Promise<T>): Promise<T> {
  const seed = newSeed();
  try {
    return await run(randomFrom(seed));
  } catch (error) {
    throw new Error(`With SEED=${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * Repeats a random proof until it has covered its cases. Fails after the last round. Returns what each
 * round found.
 */
export async function runUntilMet<T>(
  what: string,
  round: (number: number) => Promise<T>,
  hasMet: (found: readonly T[]) => boolean,
  most = 20,
): Promise<T[]> {
  const found: T[] = [];
  while (found.length < most) {
    found.push(await round(found.length));
    if (hasMet(found)) return found;
  }
  throw new Error(`${most} rounds met no ${what}.`);
}

export function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}

export async function inParallel<T>(
  count: number,
  width: number,
  task: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
  return results;
}

export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
