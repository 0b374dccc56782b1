import { cachedItems } from "./cache.ts";
import type { Guarded } from "./guards.ts";
import { type Key, keyIn, nameOf } from "./key.ts";
import { batchGetItems } from "./read.ts";

/** One read as a value: where a record lies, and how it is read. Entities make them. */
export interface Read<T extends object> {
  /** `undefined` where an id is empty: nobody has it. */
  key: Key | undefined;
  parse(item: Record<string, unknown>): T;
  /** Those that it is read from; all of its item where they are not told. */
  attributes?: readonly string[] | undefined;
}

/** What a read gives: its record, or nothing. */
type Found<R> = R extends Read<infer T> ? T | undefined : never;

/**
 * Reads records of any kinds by key in one round trip, strongly consistent; up to a hundred different ones a request.
 *
 * @param ctx whose guards it takes along
 * @returns the records in the order of the reads, `undefined` for those that do not exist
 */
export async function readTogether<const R extends readonly Read<object>[]>(
  reads: R,
  ctx?: Guarded,
): Promise<{ -readonly [K in keyof R]: Found<R[K]> }> {
  const items = await batchGetItems(
    reads.flatMap(({ key }) => key ?? []),
    true,
    undefined,
    ctx,
  );
  return placed(reads, new Map(items.map((item) => [nameOf(keyIn(item)), item])));
}

/**
 * The same, where what a warm function read within the last 30 s is as good: for mails and their like, never before a
 * write that rests on it.
 *
 * @param now seconds
 */
export async function readLately<const R extends readonly Read<object>[]>(
  now: number,
  reads: R,
): Promise<{ -readonly [K in keyof R]: Found<R[K]> }> {
  const keys = reads.flatMap(({ key }) => key ?? []);
  const items = await cachedItems(keys, now);
  return placed(reads, new Map(keys.map((key, index) => [nameOf(key), items[index]])));
}

function placed(reads: readonly Read<object>[], byKey: Map<string, Record<string, unknown> | undefined>) {
  const found = reads.map(({ key, parse }) => {
    const item = key && byKey.get(nameOf(key));
    return item && parse(item);
  });
  // Safe: each place holds what that place's own read made of its item.
  return found as never;
}

/** Reads of many kinds that are found out about one by one and made in one round trip. */
export interface Batch {
  /** Adds a read; what it gives can be asked for once the batch has run. */
  add<T extends object>(read: Read<T>): () => T | undefined;
  run(): Promise<void>;
}

/**
 * An empty batch. It can run again after further reads were added: only what is new is read.
 *
 * @param ctx whose guards the first run takes along
 */
export function readBatch(ctx?: Guarded): Batch {
  const pending = new Map<string, Key>();
  const found = new Map<string, Record<string, unknown>>();
  return {
    add({ key, parse }) {
      if (!key) return () => undefined;
      const name = nameOf(key);
      if (!found.has(name)) pending.set(name, key);
      return () => {
        const item = found.get(name);
        return item && parse(item);
      };
    },
    async run() {
      const items = pending.size > 0 ? await batchGetItems([...pending.values()], true, undefined, ctx) : [];
      for (const item of items) found.set(nameOf(keyIn(item)), item);
      pending.clear();
    },
  };
}
