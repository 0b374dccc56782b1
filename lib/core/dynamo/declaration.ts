import type * as z from "zod";
import type {
  IndexTemplates,
  PartitionName,
  Slots,
  Template,
  TemplateValues,
  UnshardedValues,
} from "./key.ts";

/**
 * How a record goes when its tenant or its person does: with the partition that its owner leads; with each record of a
 * parent kind, whose id fills the slot named; by expiry alone; or not at all, because it holds nothing of theirs.
 */
type Deletion = "partition" | { below: string; slot: string } | "expires" | "unaffected" | { job: string };

/** The field that a field says the same as; `as` names anew what its items have. */
interface TwinOf<Name extends string> {
  of: Name;
  as?: Record<string, string>;
}

/** What the world is told of a kind of record. */
export interface EventDeclaration<T, E extends string, V extends z.ZodObject = z.ZodObject> {
  /** Types of its events. */
  events: readonly E[];
  /** What an event calls it; its name unless said. */
  resource?: string;
  /** Field that an event names it by; `id` unless said. */
  id?: keyof T & string;
  /** What an event shows of it, field by field: what its GET prints, without what outlives its owner's consent. */
  shows: V;
  /** What the record has otherwise than events show it. The record itself unless said. */
  view?: (record: T, at: number) => Partial<z.input<V>>;
  /** Fields whose change alone is no news: when it was looked at, when something is due. */
  quiet?: readonly (keyof T & string)[];
  /**
   * Fields of `shows` that say what another field says, under another name. An event is kept without them, so that the
   * largest record fits it, and told with them.
   */
  twins?: Record<string, TwinOf<keyof T & string>>;
  /** Number of the event, for what stands within another record and counts its own changes. */
  sequence?: (record: T) => number;
  /** What our own workers need besides; it is shown to nobody. */
  inner?: (record: T) => Record<string, unknown>;
}

/** The slots of index templates that are no fields: the record computes their values. */
type Extra<I, Fields> = Exclude<Slots<Extract<I[keyof I], string>>, keyof Fields>;

/** Values of computed slots; `null` leaves the index out. */
type Computed<Name extends PropertyKey> = Record<Name, string | number | null>;

/** What the partitions of a kind of record are named by: those of the table, and those of each index that it is in. */
export type Partitions<Pk extends string, I, Fields> = {
  table: TemplateValues<Pk, Fields>;
  shards: UnshardedValues<Pk, Fields>;
} & {
  [Name in keyof I & PartitionName]: TemplateValues<I[Name], Fields>;
};

/** How the record fills those slots of its index templates that are no fields. */
export type ComputedOption<I, Fields> = [Extra<I, Fields>] extends [never]
  ? { computed?: undefined }
  : { computed: (record: Fields) => Computed<Extra<I, Fields>> };

/** What is in the index of what is due says when: see `due_at`. */
export type DueOption<I, Fields> = "due" extends keyof I
  ? { due_at: (record: Fields) => number | null }
  : { due_at?: undefined };

/** What is announced as it is stored has the fields that events show. */
export type ViewOption<T, V extends z.ZodObject> =
  T extends Partial<z.input<V>> ? unknown : { announces: { view: (record: T, at: number) => object } };

export interface EntityOptions<
  S extends z.ZodObject,
  Pk extends string,
  Sk extends string,
  E extends string = never,
  I extends Partial<IndexTemplates> = Record<never, never>,
  V extends z.ZodObject = z.ZodObject,
> extends Common<z.output<S>, E, V> {
  schema: S;
  pk: Template<Pk, z.output<S>>;
  sk: Template<Sk, z.output<S>>;
  /** Index keys, computed at every write; a template whose slot is absent or null leaves the index out. */
  indexes?: I;
  /**
   * Second at which the tick has something to do about a record, `null` for none. A record that waits for nothing is not
   * in the index `due`.
   */
  due_at?: (record: z.output<S>) => number | null;
  /** Field that holds the tenant's id. */
  tenant?: keyof z.output<S> & string;
  /**
   * Fields of objects or arrays that are stored as one text of JSON: DynamoDB's own notation of nested values costs
   * several times as much to read. For what no condition, index or change in place looks into.
   */
  packed?: readonly (keyof z.output<S> & string)[];
  /**
   * Stores all fields together as one text of JSON, but for these and those in `packed`: a list reads one attribute of
   * each record and not a dozen. What a condition, a change in place or a reader of raw items looks into stands apart.
   */
  asText?: { but: readonly (keyof z.output<S> & string)[] };
}

/** What `EntityOptions` declare, without the types of their slots. */
export interface BuildOptions<T, E extends string = never> extends Common<T, E> {
  schema: z.ZodObject;
  pk: string;
  sk: string;
  indexes?: Partial<IndexTemplates>;
  computed?: (record: T) => Computed<string>;
  due_at?: (record: T) => number | null;
  tenant?: string;
  packed?: readonly string[];
  asText?: { but: readonly string[] };
}

interface Common<T, E extends string, V extends z.ZodObject = z.ZodObject> {
  name: string;
  /** Its life, where it has one: a record that no step leads to is not written. */
  life?: { checkTransition(before: T | undefined, after: T): void };
  /** Whether a record is in any index; all are unless said. */
  indexedIf?: (record: T) => boolean;
  /** Words and facets that `query` and filters find the record by; see `terms.ts`. */
  terms?: (record: T) => string[];
  /** False when only the indexes carry the terms: a create costs less, and a list with a query `walks`. */
  termRows?: boolean;
  /** Partitions over which the rows of its terms are spread, for what is written more often than searched. */
  termShards?: number;
  /** Seconds after which the table may drop the record. Whoever reads it compares the clock all the same. */
  ttl?: (record: T) => number | undefined;
  announces?: EventDeclaration<T, E, V>;
  /** Whether answers say what it holds under two names: half as much of it fits one. */
  answeredTwice?: boolean;
  /** Whether it says what left the house, such as a mail: a restore keeps what has happened. */
  outward?: boolean;
  /** Whether each change in place counts its version up too: sums are reckoned from it. */
  counted?: boolean;
  /** Which of them are; all are unless said. Of a change between two others the stream tells no worker. */
  countedIf?: (record: T) => boolean;
  /** Whether its items hold sums beside the record: a change of the record leaves these as they are. */
  holdsSums?: boolean;
  deletion: { tenant: Deletion; person: Deletion };
}
