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
 * How a record goes with its tenant or person: `partition` with their partition, `below` with a parent record whose id
 * fills the slot, `expires` by itself, `job` by a job, `unaffected` not at all, because it has no data of theirs.
 */
type DeletionRule =
  | "partition"
  | { below: string; slot: string }
  | "expires"
  | "unaffected"
  | { job: string };

/** The field that another one repeats; `as` renames the members of its items. */
interface TwinOf<Name extends string> {
  of: Name;
  as?: Record<string, string>;
}

/** The events of a kind of record. */
export interface EventDeclaration<T, E extends string, V extends z.ZodObject = z.ZodObject> {
  events: readonly E[];
  /** Name of the kind in events; by default the entity's. */
  resource?: string;
  /** Field with the id of the record in events; `id` by default. */
  id?: keyof T & string;
  /** The fields that events show: those of GET, without data that must not outlive its owner's consent. */
  shows: V;
  /** Computes the fields whose value in events differs from that in the record. */
  view?: (record: T, at: number) => Partial<z.input<V>>;
  /** Fields whose change alone causes no event, such as the time at which a worker is due. */
  quiet?: readonly (keyof T & string)[];
  /**
   * Fields of `shows` that repeat another field under another name. An event is stored without them, so that the
   * largest record fits, and delivered with them.
   */
  twins?: Record<string, TwinOf<keyof T & string>>;
  /** Computes the event's number, for a part of a record that counts its own changes. */
  sequence?: (record: T) => number;
  /** Data for our own workers, which nobody else sees. */
  inner?: (record: T) => Record<string, unknown>;
}

/** The slots of index templates that are no fields of the record, and so must be computed. */
type ExtraSlots<I, Fields> = Exclude<Slots<Extract<I[keyof I], string>>, keyof Fields>;

/** Values of computed slots; `null` leaves the index out. */
type ComputedSlots<Name extends PropertyKey> = Record<Name, string | number | null>;

/** The slots that name the partitions of a kind: those of the table, and those of each of its indexes. */
export type Partitions<Pk extends string, I, Fields> = {
  table: TemplateValues<Pk, Fields>;
  shards: UnshardedValues<Pk, Fields>;
} & {
  [Name in keyof I & PartitionName]: TemplateValues<I[Name], Fields>;
};

/** Requires a function that computes the slots of index templates that are no fields. */
export type ComputedOption<I, Fields> = [ExtraSlots<I, Fields>] extends [never]
  ? { computed?: undefined }
  : { computed: (record: Fields) => ComputedSlots<ExtraSlots<I, Fields>> };

/** Requires `due_at` of a kind in the due index. */
export type DueOption<I, Fields> = "due" extends keyof I
  ? { due_at: (record: Fields) => number | null }
  : { due_at?: undefined };

/** Requires a `view` of a kind whose records lack fields that events show, or have them with another type. */
export type ViewOption<T, V extends z.ZodObject> =
  T extends Partial<z.input<V>> ? unknown : { announces: { view: (record: T, at: number) => object } };

export interface EntityOptions<
  S extends z.ZodObject,
  Pk extends string,
  Sk extends string,
  E extends string = never,
  I extends Partial<IndexTemplates> = Record<never, never>,
  V extends z.ZodObject = z.ZodObject,
> extends CommonOptions<z.output<S>, E, V> {
  schema: S;
  pk: Template<Pk, z.output<S>>;
  sk: Template<Sk, z.output<S>>;
  /** Index keys, computed at every write. A template with an empty slot leaves the record out of that index. */
  indexes?: I;
  /** Second at which the record is due for its worker. `null` leaves it out of the index `due`. */
  due_at?: (record: z.output<S>) => number | null;
  tenant?: keyof z.output<S> & string;
  /**
   * Fields of objects or arrays that are stored as JSON text, which costs a fraction to read. Not for fields that a
   * condition, an index or a change in place uses.
   */
  packed?: readonly (keyof z.output<S> & string)[];
  /**
   * Stores all fields but these and those in `packed` as one JSON text, so that a list reads one attribute a record.
   * Fields that conditions, changes in place or readers of raw items use must be among the exceptions.
   */
  asText?: { but: readonly (keyof z.output<S> & string)[] };
}

/** `EntityOptions` without the types of their slots. */
export interface BuildOptions<T, E extends string = never> extends CommonOptions<T, E> {
  schema: z.ZodObject;
  pk: string;
  sk: string;
  indexes?: Partial<IndexTemplates>;
  computed?: (record: T) => ComputedSlots<string>;
  due_at?: (record: T) => number | null;
  tenant?: string;
  packed?: readonly string[];
  asText?: { but: readonly string[] };
}

interface CommonOptions<T, E extends string, V extends z.ZodObject = z.ZodObject> {
  name: string;
  /** Its lifecycle, if it has one: a record that no transition leads to is not written. */
  life?: { checkTransition(before: T | undefined, after: T): void };
  /** Whether a record is in the indexes; by default all are. */
  indexedIf?: (record: T) => boolean;
  /** Search terms of the record; see `terms.ts`. */
  terms?: (record: T) => string[];
  /** False stores the terms in the indexes alone: a create costs less, and a search walks the index. */
  termRows?: boolean;
  /** Number of partitions of its term rows, for kinds that are written more often than searched. */
  termShards?: number;
  /** Second after which the table may delete the record. Readers compare the clock all the same. */
  ttl?: (record: T) => number | undefined;
  announces?: EventDeclaration<T, E, V>;
  /** Whether answers print its content twice, under two names: then half as many records fit an answer. */
  answeredTwice?: boolean;
  /** Whether it records something that left the system, such as a mail: a restore keeps it. */
  outward?: boolean;
  /** Whether changes in place raise the version too, because sums are computed from the record. */
  counted?: boolean;
  /** Which records count for sums; by default all. No worker is woken where neither the old nor the new one counts. */
  countedIf?: (record: T) => boolean;
  /** Whether its items hold sums beside the record, which a change of the record preserves. */
  holdsSums?: boolean;
  deletion: { tenant: DeletionRule; person: DeletionRule };
}
