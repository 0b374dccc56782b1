import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import type { Key } from "#core/dynamo/key.ts";

type Item = Record<string, unknown>;

/** What a record adds to sums: by row, by measure. */
export type Contributions = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What a record came to when it was read. */
interface Reckoned {
  version: number;
  born: string;
  contributions: Contributions;
}

/** A kind of record as one that goes through all of a tenant's needs it. */
export interface Walked {
  readonly name: string;
  readonly tenant?: string | undefined;
  readonly deletion: { tenant: unknown };
  partitionsIn(index: "table", slots: Item): string[];
}

/** A kind of record that sums are reckoned from. */
export interface Source {
  readonly kind: string;
  readonly walked: Walked;
  /** What becomes of what a record added when it is deleted. */
  readonly deleted: "taken back" | "kept";
  reckon(item: Item): Reckoned;
}

/** A kind of record whose items hold sums beside the record. */
export interface Host {
  readonly walked: Walked;
  /** The key of the item that a row lies in. */
  key(tenantId: string, row: string): Key;
}

/** What sums are called. */
export interface Definition {
  readonly name: string;
  /** Another number is another definition: the sums are reckoned anew beside those that are read. */
  readonly definition: number;
}

/** Sums of one definition: what they are reckoned from, and where they lie. */
export interface Tally extends Definition {
  readonly sources: readonly Source[];
  /** Rows are those of these records; without it they are the tally's own, spread over lanes. */
  readonly host?: Host | undefined;
}

interface Counted<T extends object> extends Walked {
  readonly counted?: boolean | undefined;
  parse(item: Item): Stored<T>;
}

/**
 * Declares what the records of a kind add to sums.
 *
 * @param entity has to say `counted`, so that each of its changes counts its version up
 */
export function source<T extends object>(
  entity: Counted<T>,
  options: {
    deleted: "taken back" | "kept";
    /** Tells a record from one that had its key before it; needed where a key is used again. */
    born?: (record: T) => string;
    /** Pure. A row and a measure that it names are there from then on, also with 0. */
    contributions: (record: T) => Contributions;
  },
): Source {
  if (!entity.counted) throw new Error(`The kind ${entity.name} does not count each of its changes.`);
  return {
    kind: entity.name,
    walked: entity,
    deleted: options.deleted,
    reckon: (item) => {
      const record = entity.parse(item);
      return {
        version: record[VERSION],
        born: options.born?.(record) ?? "",
        contributions: options.contributions(record),
      };
    },
  };
}

/** Declares sums. */
export function tally(declared: Tally): Tally {
  if (!/^[a-z][a-z_]*$/.test(declared.name)) throw new Error(`${declared.name} is no name of sums.`);
  return declared;
}
