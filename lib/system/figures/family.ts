import { checkMeasures } from "#core/sums/measure-names.ts";
import type { Sums, Values } from "./amounts.ts";
import type { FamilyName } from "./schema.ts";

/** Figures of one kind of thing. */
export interface Family {
  readonly name: FamilyName;
  /** Whether it is told apart by market, currency and whether it was a trial; what is not has one group. */
  readonly isMoney: boolean;
  /** Days to come that it knows of. */
  readonly ahead: number;
  /** What whoever reads it needs beside READ. */
  readonly needs?: "ADMIN";
  /** Measures that are summed, but for those whose names are made. */
  readonly kept: readonly string[];
  /** All that an answer shows, in order. */
  readonly shown: readonly string[];
  /** Names of what it shows beside that, which depend on what there is. */
  readonly others?: RegExp;
  /** What sums come to, with all that follows from them. */
  readonly derived: (sums: Sums) => Values;
  /** Measures that each split shows. */
  readonly splits: Readonly<Partial<Record<string, readonly string[]>>>;
  /** Measures that are amounts of money. */
  readonly amounts: ReadonlySet<string>;
}

/**
 * Declares a family.
 *
 * @throws where a measure is called as what items of the table have already, such as `due`
 */
export function family(declared: Family): Family {
  checkMeasures(declared.kept);
  return declared;
}
