import { SUMS_HELD } from "#core/dynamo/entity-shape.ts";
import type { Key } from "#core/dynamo/key.ts";
import { unmet } from "#core/dynamo/outcome.ts";
import { shardOf } from "#core/dynamo/template.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Host, Tally } from "./declaration.ts";
import type { Amounts } from "./difference.ts";
import { sumRows } from "./table.ts";

/** What `tried` returns when the record that a row lies in is not there, or holds no sums yet. */
export const NO_HOST = "no host";

/** Where the rows of a generation lie. */
export interface Place {
  tenantId: string;
  tally: Tally;
  generation: string;
}

/** The key of one lane of a row. */
export function laneKey({ tenantId, generation }: Place, lane: number, row: string): Key {
  const pk = sumRows.partitionIn("table", { store_id: tenantId, "lane%16": lane });
  return { pk, sk: `${generationPrefix(generation)}${row}` };
}

/** What the sort keys of a generation's marks and rows begin with. */
export function generationPrefix(generation: string): string {
  return sumRows.prefix({ generation });
}

/** What a measure of a generation is called among all that an item holds. */
export function heldName(generation: string, measure: string): string {
  return `${generation}/${measure}`;
}

/**
 * The writes that add amounts to their rows, of each generation.
 *
 * @param of a record of those that are counted: its hash chooses the lane, which is one for all of them, since only the
 *   lanes of a row together say anything
 */
export function rowWrites(
  { tenantId, tally, lanes }: { tenantId: string; tally: Tally; lanes: number },
  amounts: ReadonlyMap<string, Amounts>,
  of: string,
): Write[] {
  if (tally.host) return heldWrites(tenantId, tally.host, amounts);
  const lane = shardOf(of, lanes);
  return [...amounts].flatMap(([generation, rows]) =>
    [...rows].map(([row, measures]): Write => {
      const key = laneKey({ tenantId, tally, generation }, lane, row);
      const add = Object.fromEntries(measures);
      return { entity: sumRows.name, update: { key, add, initially: { _t: sumRows.name } } };
    }),
  );
}

// One write for each item, whatever the number of generations: a transaction touches an item once.
function heldWrites(tenantId: string, host: Host, amounts: ReadonlyMap<string, Amounts>): Write[] {
  const named = [...amounts].flatMap(([generation, rows]) =>
    [...rows].map(([row, measures]) => ({
      row,
      add: [...measures].map(([measure, amount]): [string, number] => [
        heldName(generation, measure),
        amount,
      ]),
    })),
  );
  return [...Map.groupBy(named, ({ row }) => row)].map(([row, all]): Write => {
    const add = Object.fromEntries(all.flatMap((each) => each.add));
    return {
      entity: host.walked.name,
      update: { key: host.key(tenantId, row), within: { name: SUMS_HELD, add } },
      condition: { expression: "attribute_exists(#held)", names: { "#held": SUMS_HELD } },
      failure: unmet(NO_HOST),
    };
  });
}
