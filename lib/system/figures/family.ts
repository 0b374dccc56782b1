import { checkMeasures } from "#core/sums/measure-names.ts";
import type { Sums, Values } from "./amounts.ts";
import type { FamilyName } from "./schema.ts";

/** A family of figures, such as sales. */
export interface Family {
  readonly name: FamilyName;
  /** Whether it is grouped by market, currency and test mode. */
  readonly isMoney: boolean;
  /** How many days after today it can show. */
  readonly ahead: number;
  /** Permission needed beside READ. */
  readonly needs?: "ADMIN";
  /** Summed measures, except those with dynamic names. */
  readonly stored: readonly string[];
  /** All measures of an answer, in order. */
  readonly shown: readonly string[];
  /** Names of further measures, which depend on the data. */
  readonly others?: RegExp;
  /** All measures computed from sums. */
  readonly derive: (sums: Sums) => Values;
  readonly splits: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly amounts: ReadonlySet<string>;
}

/**
 * Declares a family.
 *
 * @throws when a measure has the name of a table attribute, such as `due`
 */
export function family(declared: Family): Family {
  checkMeasures(declared.stored);
  return declared;
}
