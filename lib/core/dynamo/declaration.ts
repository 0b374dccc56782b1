import type * as z from "zod";
import type { IndexTemplates } from "./index-keys.ts";
import type { Template } from "./template.ts";

/**
 * How a record goes when its tenant or its person does: with the partition that its owner leads; with each record of a
 * parent kind, whose id fills the slot named; by expiry alone; or not at all, because it holds nothing of theirs.
 */
export type Deletion =
  | "partition"
  | { below: string; slot: string }
  | "expires"
  | "unaffected"
  | { job: string };

/** What the world is told of a kind of record. */
export interface Announces<T, E extends string> {
  /** Types of its events. */
  events: readonly E[];
  /** What an event calls it; its name unless said. */
  resource?: string;
  /** Field that an event names it by; `id` unless said. */
  id?: keyof T & string;
  /** What an event shows of it: what its GET prints, without what outlives its owner's consent. All of it unless said. */
  view?: (record: T, at: number) => object;
  /** Number of the event, for what stands within another record and counts its own changes. */
  sequence?: (record: T) => number;
  /** What our own workers need besides; it is shown to nobody. */
  inner?: (record: T) => Record<string, unknown>;
}

export interface EntityOptions<
  S extends z.ZodObject,
  Pk extends string,
  Sk extends string,
  E extends string = never,
> {
  name: string;
  schema: S;
  pk: Template<Pk, z.output<S>>;
  sk: Template<Sk, z.output<S>>;
  /** Index keys, computed at every write; a template whose field is absent or null leaves the index out. */
  indexes?: Partial<IndexTemplates> | ((record: z.output<S>) => Partial<IndexTemplates>);
  /** Words and facets that `query` and filters find the record by; see `terms.ts`. */
  terms?: (record: z.output<S>) => string[];
  /** False when only the indexes carry the terms: a create costs less, and a list with a query `walks`. */
  termRows?: boolean;
  /** Seconds after which the table may drop the record. Whoever reads it compares the clock all the same. */
  ttl?: (record: z.output<S>) => number | undefined;
  /** Field that holds the tenant's id. */
  tenant?: keyof z.output<S> & string;
  /**
   * Fields of objects or arrays that are stored as one text of JSON: DynamoDB's own notation of nested values costs
   * several times as much to read. For what no condition, index or change in place looks into.
   */
  packed?: readonly (keyof z.output<S> & string)[];
  announces?: Announces<z.output<S>, E>;
  deletion: { tenant: Deletion; person: Deletion };
}

/** The same without the types of its slots. */
export interface BuildOptions<T, E extends string = never> {
  name: string;
  schema: z.ZodObject;
  pk: string;
  sk: string;
  indexes?: Partial<IndexTemplates> | ((record: T) => Partial<IndexTemplates>);
  terms?: (record: T) => string[];
  termRows?: boolean;
  ttl?: (record: T) => number | undefined;
  tenant?: string;
  packed?: readonly string[];
  announces?: Announces<T, E>;
  deletion: { tenant: Deletion; person: Deletion };
}
