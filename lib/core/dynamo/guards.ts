import { type Key, nameOf } from "./key.ts";

type Item = Record<string, unknown> | undefined;
type Items = ReadonlyMap<string, Record<string, unknown>>;

/** An item that a request must have read before it writes or ends. */
export interface Guard {
  key: Key;
  /** Throws what the request answers where the item forbids it to go on. */
  judge(item: Item): void;
  /** Whether it was read and judged since the request began. What is tried again reads it again. */
  known?: boolean;
}

/** What carries the guards of a request; a context does. Work that nobody's request carries has none. */
export interface Guarded {
  guards: Guards | undefined;
}

/** The guards of one request. The first consistent read that is given them takes them along in its round trip. */
export interface Guards {
  /** The keys that the next read is to take along; none where all were read. */
  keys(): Key[];
  /** Has a read that is under way bring the items. Waits for it; throws where an item forbids to go on. */
  judgeBy(reading: Promise<Items>): Promise<void>;
  /** Waits until every item was read and judged: before a write, and at the end. */
  judged(): Promise<void>;
  /** Says that what was read may be out of date by now: what comes next reads the items again. */
  again(): void;
  /** Runs a verb. What it has not read by the time that it waits for something is read beside that. */
  around<A>(verb: () => Promise<A>): Promise<A>;
}

/**
 * The guards of a request, none of them read.
 *
 * @param read reads items alone, strongly consistent, by `nameOf` their keys
 */
export function guardsOf(all: readonly Guard[], read: (keys: Key[]) => Promise<Items>): Guards | undefined {
  if (all.length === 0) return undefined;
  let due = all.filter(({ known }) => !known);
  let judging: Promise<void> | undefined;

  const keys = () => (judging ? [] : due.map(({ key }) => key));

  const judgeBy = (reading: Promise<Items>) => {
    const asked = due;
    const items = reading.catch((error: unknown) => {
      // Nothing was read: the next read is to take it along.
      judging = undefined;
      throw error;
    });
    const judged = items.then((found) => {
      for (const { key, judge } of asked) judge(found.get(nameOf(key)));
    });
    // Whoever asks later gets the refusal too.
    judged.catch(() => undefined);
    judging = judged;
    return judged;
  };

  const judged = async () => {
    const left = keys();
    await (left.length > 0 ? judgeBy(read(left)) : judging);
  };

  const around = async <A>(verb: () => Promise<A>) => {
    const beside = setImmediate(() => judged().catch(() => undefined));
    try {
      const answer = await verb();
      await judged();
      return answer;
    } catch (error) {
      // Of what a guard forbids, nothing else is told.
      await judging;
      throw error;
    } finally {
      clearImmediate(beside);
    }
  };

  const again = () => {
    due = [...all];
    judging = undefined;
  };

  return { keys, judgeBy, judged, again, around };
}
