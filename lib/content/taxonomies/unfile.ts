import { each, sweep } from "#core/dynamo/sweep.ts";
import { facet, termPartition } from "#core/dynamo/terms.ts";

/**
 * Takes a deleted taxonomy off the records of a partition that are filed under it; false when there is more to do. What
 * is done no longer comes up.
 *
 * @param unfile takes it off one record; whether there was anything to take off
 */
export async function unfileAll(
  partition: string,
  taxonomyId: string,
  patience: number,
  unfile: (id: string) => Promise<boolean>,
): Promise<boolean> {
  const rows = { partitions: [termPartition(partition)], prefix: `${facet("taxonomy", taxonomyId)}#` };
  const change = each(({ of }) => unfile(String(of)));
  return sweep(rows, change, patience);
}

/** What a record is filed under once a taxonomy is gone; `undefined` where it was not filed under it. */
export function withoutTaxonomy<T extends { taxonomy_id: string }>(filed: T[], id: string): T[] | undefined {
  const left = filed.filter(({ taxonomy_id }) => taxonomy_id !== id);
  return left.length === filed.length ? undefined : left;
}
