import * as z from "zod";
import { compile, shardsOf } from "#core/dynamo/key.ts";

/** Where a kind of record that something is due for stands in the index of what is due. */
export interface DueIndex {
  /** Name of the kind. */
  kind: string;
  /** Template of its partitions there. */
  index: string;
  /** How many there are, where a field `shard` names one. */
  shards?: number;
  /** Seconds before its second at which a record is looked for; 0 unless said. */
  ahead?: number;
  /** Minutes from one look to the next; 1 unless said. */
  every?: number;
}

/** The body of the message that has a shard drained. */
export const DueShard = z.object({ kind: z.string(), shard: z.int() });
export type DueShard = z.output<typeof DueShard>;

/** The partitions of a kind in the index of what is due, in the order of their shards. */
export function duePartitions({ index, shards }: Pick<DueIndex, "index" | "shards">): string[] {
  const slots =
    shards === undefined ? shardsOf(index) : Array.from({ length: shards }, (_, shard) => ({ shard }));
  return slots.map((each) => compile(index)(each));
}
