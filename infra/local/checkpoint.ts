import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** The position in each shard of a stream: the last handled sequence number, or `end` for a finished shard. */
export interface Checkpoint {
  get(shard: string): string | undefined;
  set(shard: string, sequence: string): void;
  save(): void;
}

/**
 * The position in a stream, stored so that a restart continues there.
 *
 * @param file where to store it; in memory without it
 * @param stream ARN of the stream; a stored position of another stream is ignored
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
    const stored: { stream: string; shards: Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
    if (stored.stream === stream) return new Map(Object.entries(stored.shards));
  } catch {
    // Missing or damaged: starts from the beginning, because handlers tolerate repeats but not loss.
  }
  return new Map();
}
