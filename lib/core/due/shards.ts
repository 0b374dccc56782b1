import * as z from "zod";
import { compileTemplate, shardsOf } from "#core/dynamo/key.ts";

/** The partitions of a kind of record in the due index, and when they are scanned. */
export interface DueIndex {
  kind: string;
  /** Template of its partitions in the index. */
  index: string;
  /** Number of shards, where a field `shard` names them. */
  shards?: number;
  /** Seconds before its due time at which a record is found; 0 by default. */
  ahead?: number;
  /** Minutes between scans; 1 by default. */
  every?: number;
}

/** The message that asks a worker to drain a shard. */
export const DueShard = z.object({ kind: z.string(), shard: z.int() });
export type DueShard = z.output<typeof DueShard>;

/** The due-index partitions of a kind, by shard. */
export function duePartitions({ index, shards }: Pick<DueIndex, "index" | "shards">): string[] {
  const slots =
    shards === undefined ? shardsOf(index) : Array.from({ length: shards }, (_, shard) => ({ shard }));
  return slots.map((each) => compileTemplate(index)(each));
}
