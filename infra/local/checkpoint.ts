import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** How far each shard of a stream has been handled: the last sequence number, or `end`. */
export interface Checkpoint {
  get(shard: string): string | undefined;
  set(shard: string, sequence: string): void;
  /** Writes what has changed. */
  save(): void;
}

/**
 * The place in a stream, kept in a file so that a restart goes on from there.
 *
 * @param file kept in memory without it
 * @param stream the place in another stream is forgotten
 */
export function openCheckpoint(file: string | undefined, stream: string): Checkpoint {
  const shards = file ? readShards(file, stream) : new Map<string, string>();
  let changed = false;
  return {
    get: (shard) => shards.get(shard),
    set: (shard, sequence) => {
      shards.set(shard, sequence);
      changed = true;
    },
    save: () => {
      if (!changed || !file) return;
      writeFileSync(`${file}.new`, JSON.stringify({ stream, shards: Object.fromEntries(shards) }));
      renameSync(`${file}.new`, file);
      changed = false;
    },
  };
}

function readShards(file: string, stream: string): Map<string, string> {
  try {
    const kept: { stream: string; shards: Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
    if (kept.stream === stream) return new Map(Object.entries(kept.shards));
  } catch {
    // None yet, or damaged: from the beginning then, for handlers bear repetition but not loss.
  }
  return new Map();
}
