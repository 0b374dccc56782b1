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

/** A place of a record in a list, and the terms that its row carries there. */
export interface ListedRow {
  readonly list: string;
  /** What the list is sorted by. */
  readonly at: string;
  readonly terms: readonly string[];
}

/** What a record came to when it was read. */
export interface ComputedRecord {
  version: number;
  born: string;
  contributions: Contributions;
  rows?: readonly ListedRow[];
}

/** A kind of record as one that goes through all of a tenant's needs it. */
export interface WalkedKind {
  readonly name: string;
  readonly tenant?: string | undefined;
  readonly deletion: { tenant: unknown };
  partitionsIn(index: "table", slots: Item): string[];
}

/** A kind of record that sums are reckoned from. */
export interface SumSource {
  readonly kind: string;
  readonly walked: WalkedKind;
  /** What becomes of what a record added when it is deleted. */
  readonly deleted: "taken back" | "kept";
  /** @param zone of the tenant's clocks, where the sums are of its days */
  compute(item: Item, zone: string): ComputedRecord;
}

/** A kind of record whose items hold sums beside the record. */
export interface SumHost {
  readonly walked: WalkedKind;
  /** The key of the item that a row lies in. */
  key(tenantId: string, row: string): Key;
}

/** Where records are counted. */
export interface CountTarget {
  tenantId: string;
  tally: Aggregate;
  /** In all of them at once, so that what is built never differs from what is read but by what it has not seen yet. */
  generations: readonly string[];
  /** Lanes that the rows are spread over. */
  lanes: number;
  /** The time zone that each generation is reckoned in, where the sums are of a tenant's days. */
  zones?: Readonly<Record<string, string>>;
  /** What another generation says of records: of one that is gone and kept, that is all that is known. */
  carried?: ReadonlyMap<string, Mark>;
}

/** Records by name, as they were read after their marks: those of some generations. */
export type MarkedRecords = (of: string) => {
  item: Item | undefined;
  marked: ReadonlyMap<string, Stored<Mark>>;
};

/** What came of counting some records. */
export interface CountResult {
  /** Those whose row's own record is not there yet. */
  later: string[];
  /** What those said that cannot be read. */
  broken: Error[];
}

/** What counting some records writes, all of it or nothing. */
export interface PlannedCount {
  readonly writes: Write[];
  /** What is to be done once they are written. */
  afterwards?(): Promise<void>;
}

/** What is kept of records in place of sums. */
interface Kept {
  /** What lies there: walked to compare generations, and removed with one. */
  readonly walked: WalkedKind;
  /** Counts as `countRecords` does. */
  count(
    ctx: Context,
    counting: CountTarget,
    source: SumSource,
    of: Iterable<string>,
    found?: MarkedRecords,
  ): Promise<CountResult>;
  /** Plans as `planRecords` does. */
  plan(
    ctx: Context,
    counting: CountTarget,
    source: SumSource,
    some: readonly string[],
    found: MarkedRecords,
  ): PlannedCount[] | undefined;
}

/** What sums are called. */
export interface Definition {
  readonly name: string;
  /** Another number is another definition: the sums are reckoned anew beside those that are read. */
  readonly definition: number;
  /** The alarm that rings where a recount differs; `tally-drift` unless said. */
  readonly alarm?: string;
  /** Seconds after which all of a tenant is added up again: a difference is an alarm, and mended. */
  readonly checkedEvery?: number;
  /** Second from which what a row is of is over; rows are then put into one lane each day. None for one that never is. */
  readonly overAt?: (row: string) => number | undefined;
  /** Whether rows are of the days of a tenant's clocks: another time zone is another reckoning. */
  readonly zoned?: boolean;
}

/** Sums of one definition: what they are reckoned from, and where they lie. */
export interface Aggregate extends Definition {
  readonly sources: readonly SumSource[];
  /** Rows are those of these records; without it they are the tally's own, spread over lanes. */
  readonly host?: SumHost | undefined;
  /** Writes that tell of rows that change, made with the change. */
  readonly tells?: ((ctx: Context, tenantId: string, rows: readonly string[]) => Write[]) | undefined;
  /**
   * What is done to records before they are counted, as they were just read; whether it changed any of them. A change of
   * them rings again, and finds them counted as they are.
   */
  readonly prepare?:
    | ((ctx: Context, tenantId: string, of: readonly string[], found: MarkedRecords) => Promise<boolean>)
    | undefined;
  /** Where it is no sums at all that are kept: rows of lists, see `lib/core/rows`. */
  readonly kept?: Kept | undefined;
}

interface Sourced<T extends object> extends WalkedKind {
  readonly counted?: boolean | undefined;
  parse(item: Item): Stored<T>;
}

/**
 * Declares what the records of a kind add to sums.
 *
 * @param entity has to say `counted`, so that each of its changes counts its version up
 */
export function sumSource<T extends object>(
  entity: Sourced<T>,
  options: {
    deleted: "taken back" | "kept";
    /** Tells a record from one that had its key before it; needed where a key is used again. */
    born?: (record: T) => string;
    /** Pure. A row and a measure that it names are there from then on, also with 0. */
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

/** Declares sums. */
export function aggregate(declared: Aggregate): Aggregate {
  if (!/^[a-z][a-z_]*$/.test(declared.name)) throw new Error(`${declared.name} is no name of sums.`);
  return declared;
}
