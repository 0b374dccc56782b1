import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import type { Key } from "#core/dynamo/key.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { checkMeasures } from "./measure-names.ts";
import type { Mark } from "./schema.ts";

type Item = Record<string, unknown>;

/** What a record adds to sums: by row, by measure. */
export type Contributions = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A record's place in a list, and the terms that its row carries. */
export interface ListedRow {
  readonly list: string;
  readonly at: string;
  readonly terms: readonly string[];
}

/** The contributions of a record at the time when it was read. */
export interface ComputedRecord {
  version: number;
  born: string;
  contributions: Contributions;
  rows?: readonly ListedRow[];
}

/** A kind of record whose records of a tenant can be walked. */
export interface WalkedKind {
  readonly name: string;
  readonly tenant?: string | undefined;
  readonly deletion: { tenant: unknown };
  partitionsIn(index: "table", slots: Item): string[];
}

/** A kind of record from which sums are computed. */
export interface SumSource {
  readonly kind: string;
  readonly walked: WalkedKind;
  /** What happens to a record's contributions when it is deleted. */
  readonly deleted: "taken back" | "kept";
  /** @param zone the tenant's time zone, where the sums are by day */
  compute(item: Item, zone: string): ComputedRecord;
}

/** A kind of record whose items also hold sums. */
export interface SumHost {
  readonly walked: WalkedKind;
  /** The key of the item that holds a row. */
  key(tenantId: string, row: string): Key;
}

export interface CountTarget {
  tenantId: string;
  tally: Aggregate;
  /**
   * A change is counted in all of them at once, so that a new one lacks only changes from before its start.
   */
  generations: readonly string[];
  /** Number of lanes over which rows are spread. */
  lanes: number;
  /** The time zone of each generation, where the sums are by day. */
  zones?: Readonly<Record<string, string>>;
  /** Marks of another generation: all that is known of deleted records whose sums stay. */
  carried?: ReadonlyMap<string, Mark>;
}

/** Returns a record by name, with its mark in each generation; the marks were read before the record. */
export type MarkedRecords = (of: string) => {
  item: Item | undefined;
  marked: ReadonlyMap<string, Stored<Mark>>;
};

export interface CountResult {
  /** Records whose host does not exist yet. */
  later: string[];
  /** Errors of records that cannot be read. */
  broken: Error[];
}

/** Writes that count some records, to be performed together. */
export interface PlannedCount {
  readonly writes: Write[];
  /** To be called after the writes. */
  afterwards?(): Promise<void>;
}

/** Other data that is maintained in place of sums. */
interface Alternative {
  /** Its rows, which are walked to compare generations, and deleted with their generation. */
  readonly walked: WalkedKind;
  /** Updates the data of some records; called in place of `countRecords`. */
  count(
    ctx: Context,
    counting: CountTarget,
    source: SumSource,
    of: Iterable<string>,
    found?: MarkedRecords,
  ): Promise<CountResult>;
  /** Plans the writes of `count`; called in place of `planRecords`. */
  plan(
    ctx: Context,
    counting: CountTarget,
    source: SumSource,
    some: readonly string[],
    found: MarkedRecords,
  ): PlannedCount[] | undefined;
}

/** The name and version of sums. */
export interface Definition {
  readonly name: string;
  /** Another number means another definition: the sums are computed anew beside those that are read. */
  readonly definition: number;
  /** Name of the alarm for a recount that finds differences; by default `tally-drift`. */
  readonly alarm?: string;
  /** Seconds between recounts of a tenant. A difference raises an alarm and is repaired. */
  readonly checkedEvery?: number;
  /**
   * Second from which a row hardly changes any more, so that its lanes can be merged in the next daily run;
   * `undefined` for never.
   */
  readonly finalAt?: (row: string) => number | undefined;
  /** Whether rows are by day in the tenant's time zone, so that another zone needs another computation. */
  readonly zoned?: boolean;
}

/** Sums of one definition: their sources, and where they are stored. */
export interface Aggregate extends Definition {
  readonly sources: readonly SumSource[];
  /** The records that hold the rows. Without a host each row is stored by itself, spread over lanes. */
  readonly host?: SumHost | undefined;
  /** Makes writes that report changed rows, for the transaction of the change. */
  readonly reportRows?: ((ctx: Context, tenantId: string, rows: readonly string[]) => Write[]) | undefined;
  /**
   * Changes records before they are counted; returns whether it changed any. Such a change causes another wake-up
   * message, whose worker finds the records counted.
   */
  readonly prepare?:
    | ((ctx: Context, tenantId: string, of: readonly string[], found: MarkedRecords) => Promise<boolean>)
    | undefined;
  /** What is maintained in place of sums: rows of lists, see `lib/core/rows`. */
  readonly alternative?: Alternative | undefined;
}

interface SourcedEntity<T extends object> extends WalkedKind {
  readonly counted?: boolean | undefined;
  parse(item: Item): Stored<T>;
}

/**
 * Declares what the records of a kind add to sums.
 *
 * @param entity must have `counted` set, so that each of its changes raises its version
 */
export function sumSource<T extends object>(
  entity: SourcedEntity<T>,
  options: {
    deleted: "taken back" | "kept";
    /** Distinguishes a record from an earlier one with the same key; needed where keys are used again. */
    born?: (record: T) => string;
    /** Must be pure. Its rows and measures are stored even with 0. */
    contributions: (record: T, zone: string) => Contributions;
  },
): SumSource {
  if (!entity.counted) throw new Error(`The kind ${entity.name} does not count each of its changes.`);
  return {
    kind: entity.name,
    walked: entity,
    deleted: options.deleted,
    compute: (item, zone) => {
      const record = entity.parse(item);
      const contributions = options.contributions(record, zone);
      for (const measures of Object.values(contributions)) checkMeasures(Object.keys(measures));
      return { version: record[VERSION], born: options.born?.(record) ?? "", contributions };
    },
  };
}

export function aggregate(declared: Aggregate): Aggregate {
  if (!/^[a-z][a-z_]*$/.test(declared.name)) throw new Error(`${declared.name} is no name of sums.`);
  return declared;
}
